/** The name of a kind of zip, and its limits. Declared sizes may be wrong: the actual bytes are counted. */
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
  /** whether a backslash in a name is a slash, as some programs for Windows write it, and `./` before a name is left out */
  readonly mayBeForeign?: true;
  /** Whether it may contain archives, which are not opened. */
  readonly mayHoldArchives: boolean;
  /** leaves out an entry with an unsafe name unread and continues; without it the zip is refused */
  readonly leaveOut?: (name: string, reason: string) => void;
  /** whether entries that are not kept may have any size and be packed however well: `totalBytes` bounds them alone */
  readonly othersAreLarge?: true;
}

/** Bytes that come out for one that went in. */
export const maxRatio = 100;
/** Bytes of files that may repeat themselves more. */
const smallFileBytes = 64 * 1024;

/** Whether the compression ratio of a file indicates a zip bomb. */
export const isBomb = (bytes: number, packedBytes: number): boolean =>
  bytes > smallFileBytes && bytes > maxRatio * packedBytes;
