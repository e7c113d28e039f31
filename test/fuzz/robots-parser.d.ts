// Its own types are those of a module; it is a CommonJS one, whose export is the function itself.
declare module 'robots-parser' {
  function robotsParser(
    url: string,
    text: string,
  ): {
    /** Undefined for a URL that the file is not for. */
    isAllowed(url: string, userAgent: string): boolean | undefined;
  };
  export = robotsParser;
}
