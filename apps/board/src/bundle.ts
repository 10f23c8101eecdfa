/** The scripts of the page in one language. All file names are relative to `dist`. */
export interface BundledScripts {
  /** The file name of the script that prefetches the data of the first view while the other scripts load. */
  readonly prefetchScript: string;
  /** The file name of the entry script. */
  readonly script: string;
  /** The scripts that the entry script imports statically. */
  readonly imports: readonly string[];
  /** For each view name, the script of the view and its imports that the entry script does not have. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** For each language tag, the scripts of the message catalog: the texts of the first view, and all other texts. */
  readonly catalogs: Readonly<Record<string, { readonly first: string; readonly rest: string }>>;
}

/** The content of `dist/bundle.json`: the English scripts, the scripts of other languages, and the other files. */
export interface Bundle extends BundledScripts {
  /** A hash of the sources. */
  readonly sources: string;
  /** The style sheet of the frame, of Home, and of common components. */
  readonly style: string;
  /** The style sheet of all other views. */
  readonly viewStyle: string;
  readonly icon: string;
  /** The font, in WOFF2. */
  readonly font: string;
  /** The scripts in each other language, by language tag. */
  readonly translations: Readonly<Record<string, BundledScripts>>;
  /** For each file, its size in bytes with gzip compression, and its static imports. */
  readonly files: Readonly<Record<string, { readonly compressedSize: number; readonly imports: readonly string[] }>>;
}
