/** The content of `dist/bundle.json`: names of files beside it. */
export interface Bundle {
  /** A hash of the sources. */
  readonly sources: string;
  /** a script that runs while the others are on their way */
  readonly prefetchScript: string;
  /** the script that the page begins with */
  readonly script: string;
  /** The scripts that it imports statically */
  readonly imports: readonly string[];
  readonly style: string;
  readonly icon: string;
  /** By the name of its address, the script of a view, and its imports beyond those of the page. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** By the tag of its language, the scripts of a message catalog: the texts of the first view, and the others */
  readonly catalogs: Readonly<Record<string, { readonly first: string; readonly rest: string }>>;
  /** each with its size in bytes, packed by gzip, and the scripts that it needs at once */
  readonly files: Readonly<Record<string, { readonly compressedSize: number; readonly imports: readonly string[] }>>;
}
