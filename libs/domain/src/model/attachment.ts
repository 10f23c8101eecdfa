/**
 * A file that a task, a release or a template has (models.txt, Attachment). Every copy has an id of its own; the content
 * is stored once, and copies share it.
 */
export type Attachment = {
  /** `Attachment` and a suffix; no two have the same */
  readonly id: string;
  /** of the stored content: a UUID */
  readonly content: string;
  /** as whoever uploaded it calls the file; no path on any machine */
  readonly name: string;
  /** as whoever uploaded it says; nobody has looked whether that is so */
  readonly contentType: string;
  /** in bytes */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal */
  readonly checksum: string;
};
