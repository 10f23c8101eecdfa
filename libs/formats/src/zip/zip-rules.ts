/** What a kind of zip is called, and how much one may hold. Sizes that it declares may lie: what really comes out is counted. */
export interface ZipRules {
  /** such as `jar`, for refusals */
  readonly what: string;
  readonly entries: number;
  /** bytes of one entry, and of all together */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** bytes that are kept of one entry, and of all */
  readonly keptOfEntry: number;
  readonly keptBytes: number;
  /** whether it may hold archives, which nobody opens */
  readonly mayHoldArchives: boolean;
}
