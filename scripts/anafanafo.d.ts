declare module 'anafanafo' {
  /**
   * Returns the width of a text in pixels.
   *
   * @throws when `guess` is false and a character was not measured
   */
  export default function measure(
    text: string,
    options: { readonly font: '11px Verdana'; readonly guess?: boolean },
  ): number;
}
