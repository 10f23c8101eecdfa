declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'woff2';
    /** The range of each variation axis that the result has. */
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  }

  /** Returns a font with only these characters. Rejects a file that is no font. */
  const subsetFont: (font: Buffer, characters: string, options?: Options) => Promise<Buffer>;

  export { subsetFont as default };
}
