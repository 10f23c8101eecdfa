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

/** What is kept for a folder and given back, and nothing here uses. */
export const keptKinds = ['dashboard', 'pattern', 'notifications', 'versioning'] as const;
type KeptKind = (typeof keptKinds)[number];

/** One thing that a set of documents asks for. `path` says in which folder. */
export type CodeItem =
  | { readonly kind: 'folder'; readonly path: FolderTitles }
  | { readonly kind: 'template'; readonly path: FolderTitles; readonly title: string; readonly code: Members }
  /** a connection or a trigger: which of both, its type tells */
  | { readonly kind: 'typed'; readonly path: FolderTitles; readonly title: string; readonly code: Members }
  | { readonly kind: 'variable'; readonly path: FolderTitles; readonly title: string; readonly code: Members }
  | {
      readonly kind: 'kept';
      readonly path: FolderTitles;
      readonly title: string;
      readonly of: KeptKind;
      readonly code: Members;
    }
  | { readonly kind: 'teams'; readonly path: FolderTitles; readonly teams: readonly CodeTeam[] }
  | { readonly kind: 'role'; readonly title: string; readonly code: Members }
  | { readonly kind: 'user'; readonly title: string; readonly code: Members }
  | { readonly kind: 'release'; readonly path: FolderTitles; readonly title: string; readonly code: Members };

export type CodeItemOf<K extends CodeItem['kind']> = Extract<CodeItem, { readonly kind: K }>;
