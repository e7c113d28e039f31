/** What a text was parsed or read to, or why it could not be: `problem` is one sentence, or a part of one. */
export type Parsed<Value extends object> =
  | ({ readonly ok: true } & Readonly<Value>)
  | { readonly ok: false; readonly problem: string };
