// Its own types describe an ES module, but it is a CommonJS module that exports the function itself.
declare module 'robots-parser' {
  function robotsParser(
    url: string,
    text: string,
  ): {
    /** Undefined for a URL on another origin. */
    isAllowed(url: string, userAgent: string): boolean | undefined;
  };
  export = robotsParser;
}
