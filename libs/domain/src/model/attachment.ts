/**
 * A file that a task, a release or a template has (models.txt, Attachment). Every copy has an id of its own; the content
 * is stored once, and copies share it.
 */
export type Attachment = {
  /** `Attachment` and a suffix; no two have the same */
  readonly id: string;
  /** of the stored content: a UUID */
  readonly content: string;
  /** The file name that the uploader sent, without a path. */
  readonly name: string;
  /** As declared by the uploader; not verified. */
  readonly contentType: string;
  /** in bytes */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal */
  readonly checksum: string;
};
