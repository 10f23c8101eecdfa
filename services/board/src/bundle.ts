/** What `dist/bundle.json` tells of the page as it was bundled; all names are those of files beside it. */
export interface Bundle {
  /** tells what it was made of */
  readonly sources: string;
  /** a script that runs while the others are on their way */
  readonly early: string;
  /** the script that the page begins with */
  readonly script: string;
  /** the scripts that it brings along at once */
  readonly needs: readonly string[];
  readonly style: string;
  readonly icon: string;
  /** by the name of its address, the script of a view, and those that it brings along and the page does not begin with */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** each with its size in bytes, packed by gzip, and the scripts that it needs at once */
  readonly files: Readonly<Record<string, { readonly packed: number; readonly needs: readonly string[] }>>;
}
