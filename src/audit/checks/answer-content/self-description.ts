/** Patterns of “I am a …” and “my name is …” in the languages of the phrase packs. Turkish says it by an ending. */
const SELF_DESCRIPTIONS: Readonly<Record<string, RegExp>> = {
  en: /(?<!\p{L})(?:(?:i am|i[’']m|we are|we[’']re) (?:an?|the)|my name is)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:(?:ich bin|wir sind) (?:eine?|der|die|das)|ich heiße|mein name ist)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:(?:je suis|nous sommes) (?:(?:une?|des|les?|la)(?!\p{L})|l[’'])|je m[’']appelle|mon nom est)/iu,
  es: /(?<!\p{L})(?:(?:soy|somos) (?:una?|unos|unas|el|la|los|las)|me llamo|mi nombre es)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:(?:sou|somos) (?:uma?|uns|umas|os?|as?)|me chamo|chamo-me|meu nome é)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:(?:sono|siamo) (?:(?:una?|uno|il|lo|la)(?!\p{L})|(?:un|l)[’'])|siamo (?:i|gli|le)(?!\p{L})|mi chiamo(?!\p{L}))/iu,
  nl: /(?<!\p{L})(?:(?:ik ben|wij zijn|we zijn) (?:een|de|het)|ik heet|mijn naam is)(?!\p{L})/iu,
  ja: /(?:私|私たち|当社|弊社|当店|当院)は/u,
  ko: /(?<!\p{L})(?:저는|저희는)(?!\p{L})/u,
  zh: /我(?:是|叫|们是|們是)/u,
  ar: /(?<!\p{L})(?:أنا|نحن)(?!\p{L})/u,
};

/** Returns whether a text in a language says in the first person who its author is: `I am a pilot`, `Wir sind ein Verein`. */
export function isSelfDescription(text: string, language: string): boolean {
  return SELF_DESCRIPTIONS[language]?.test(text) === true;
}
