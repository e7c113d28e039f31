import { type Edit, EditRefusal } from './edit.ts';

/** Beginning of every version of the skill (https://agentskills.io/specification). */
const OWN = /^---\r?\nname: citable\r?\n/;

/** Returns the edit that writes the skill, and replaces an older version. */
export function skillFile(skill: string): Edit {
  const requireOwn = (text: string) => {
    if (!OWN.test(text)) throw new EditRefusal('it is another skill of that name. Move it away first.');
  };
  return {
    add(text) {
      if (text !== null) requireOwn(text);
      return skill;
    },
    remove(text) {
      requireOwn(text);
      return null;
    },
  };
}
