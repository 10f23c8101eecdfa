/**
 * A file of a task, a release or a template (models.txt, Attachment). Each copy has its own id. All copies share one
 * stored content.
 */
export type Attachment = {
  /** `Attachment` and a suffix; unique */
  readonly id: string;
  /** the id of the stored content, a UUID */
  readonly content: string;
  /** the file name of the upload, without a path */
  readonly name: string;
  /** as declared by the client; not verified */
  readonly contentType: string;
  /** in bytes */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal digits */
  readonly checksum: string;
};
