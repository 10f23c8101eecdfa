import type { StoredFile } from './documents.ts';
import type { Members } from './read-yaml.ts';

/** Titles of folders from the top; none: the top itself. */
export type FolderTitles = readonly string[];

/** A team of a folder; what is not told of it stays as it is. */
export interface CodeTeam {
  readonly name: string;
  readonly members: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly permissions: readonly string[] | null;
}

/** An attachment as a document writes it. */
export interface CodeAttachment {
  readonly name: string;
  /** as somebody has said; empty: nobody has */
  readonly contentType: string;
  /** the path of its file among those that were sent */
  readonly file: string;
  /** of that file, once it was looked up */
  readonly bytes?: Buffer;
  /** the same where memory does not hold it */
  readonly stored?: StoredFile;
}

/** All attachments of a template, or of one of its tasks. */
export interface CodeHolder {
  /** where the task stands: the number of its phase, from 0, that in it, and so on; empty: it is the template */
  readonly at: readonly number[];
  readonly attachments: readonly CodeAttachment[];
}

/** What is kept for a folder and given back, and nothing here uses. */
export const keptKinds = ['dashboard', 'pattern', 'notifications', 'versioning'] as const;
type KeptKind = (typeof keptKinds)[number];

/** Something of a title in a folder. */
interface Titled {
  readonly path: FolderTitles;
  readonly title: string;
  readonly code: Members;
  /** the document that asks for it, for refusals */
  readonly where: string;
}

/** One thing that a set of documents asks for. `path` says in which folder. */
export type CodeItem =
  | { readonly kind: 'folder'; readonly path: FolderTitles }
  | ({ readonly kind: 'template' } & Titled)
  /** a connection, a risk profile or a trigger: which of them, its type tells */
  | ({ readonly kind: 'typed' } & Titled)
  | ({ readonly kind: 'variable' } & Titled)
  | {
      readonly kind: 'kept';
      readonly path: FolderTitles;
      readonly title: string;
      readonly of: KeptKind;
      readonly code: Members;
    }
  | {
      readonly kind: 'attachments';
      readonly path: FolderTitles;
      /** of the template */
      readonly title: string;
      readonly holders: readonly CodeHolder[];
    }
  | { readonly kind: 'teams'; readonly path: FolderTitles; readonly teams: readonly CodeTeam[] }
  /** of a template at the top */
  | {
      readonly kind: 'templateTeams';
      readonly path: FolderTitles;
      readonly title: string;
      readonly teams: readonly CodeTeam[];
    }
  | { readonly kind: 'role'; readonly title: string; readonly code: Members }
  | { readonly kind: 'user'; readonly title: string; readonly code: Members }
  | { readonly kind: 'release'; readonly path: FolderTitles; readonly title: string; readonly code: Members };

export type CodeItemOf<K extends CodeItem['kind']> = Extract<CodeItem, { readonly kind: K }>;
