import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pages } from './prerender.ts';
import type { Tools } from './tools.ts';

/** The site and the tools that a recipe uses. */
export interface RecipeContext {
  readonly folder: string;
  readonly pages: Pages;
  readonly tools: Tools;
  /** The newest audit. */
  readonly auditId: string;
}

/** A change that the agent makes for a fix. */
export interface Recipe {
  /** Prefix of the questions that it is for. */
  readonly question: string;
  readonly change: string;
  readonly make: (workshop: RecipeContext) => Promise<void>;
}

/** Changes that a careful agent can make from the site's own content. They invent no text. */
export const RECIPES: readonly Recipe[] = [
  {
    question: 'content_without_js.',
    change: 'prerender every page with the scripts of the site',
    make: ({ pages }) => pages.prerender(),
  },
  {
    question: 'semantic_structure.landmark',
    change: 'put the content between header and footer into a main element',
    make: ({ pages }) =>
      pages.change(() => {
        if (document.querySelector('main, article, [role=main]') !== null) return;
        const header = document.querySelector('#site-header');
        const footer = document.querySelector('#site-footer');
        const main = document.createElement('main');
        header?.after(main);
        while (main.nextSibling !== null && main.nextSibling !== footer) main.append(main.nextSibling);
      }),
  },
  {
    question: 'metadata.description',
    change: 'describe pages that have no description by their first paragraph',
    make: ({ pages }) =>
      pages.change(() => {
        if (document.querySelector('meta[name=description]') !== null) return;
        const texts = [...document.querySelectorAll('p')].map((one) =>
          (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
        );
        const first = texts.find((one) => one.length >= 50);
        if (first === undefined) return;
        const meta = document.createElement('meta');
        meta.setAttribute('name', 'description');
        meta.setAttribute('content', first.slice(0, 160));
        document.head.append(meta);
      }),
  },
  {
    question: 'answer_content.listing',
    change: 'mark up grids of products and categories as lists',
    make: ({ pages }) =>
      pages.change(() => {
        for (const grid of document.querySelectorAll('.products-grid, .categories-grid, .blog-grid')) {
          if (grid.children.length === 0 || grid.tagName === 'UL') continue;
          const list = document.createElement('ul');
          for (const { name, value } of grid.attributes) list.setAttribute(name, value);
          for (const card of [...grid.children]) {
            const item = document.createElement('li');
            item.append(card);
            list.append(item);
          }
          grid.replaceWith(list);
        }
      }),
  },
  {
    question: 'llms_txt.',
    change: 'write an llms.txt, to which the owner agreed',
    make: async ({ folder, tools, auditId }) => {
      const { untrusted_llms_txt: text } = await tools.call('write_llms_txt', { audit_id: auditId });
      await writeFile(join(folder, 'llms.txt'), text);
    },
  },
];
