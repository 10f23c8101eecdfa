import { type Command, type GlobalPermission, neededForCommand, type Permission } from '@slipway/domain';

/** What a caller needs on the thing that a parameter of the path names. One of the permissions is enough. */
export interface NeedsOn<Name extends string> {
  readonly on: Name;
  readonly anyOf: readonly Permission[];
  /** the same where the call names a template, which such a path may do; without it the same as of a release */
  readonly onTemplate?: readonly Permission[];
  /** what is needed instead where the thing is the root, or is global */
  readonly atTop?: Permission;
  /** who takes part in the task may do it, too */
  readonly participant?: true;
}

/**
 * What the caller of an operation needs: data, by which it is documented, and held where a request cannot be read. A
 * thing that a path names is held by whoever finds it, on its own row: a finder of `libs/resources`, or the domain, so
 * that scripts are held by the same line (people.md, Order).
 */
export type Needs<Name extends string = string> =
  /** whoever has logged in */
  | 'anyone'
  /** one of these, whatever the call is about; nothing where `own` names the caller themselves */
  | { readonly global: readonly GlobalPermission[]; readonly own?: Name }
  | NeedsOn<Name>
  /** all of these */
  | { readonly all: readonly NeedsOn<Name>[] }
  /** what the domain asks for a command to what the parameter names */
  | { readonly command: Command['type']; readonly on: Name }
  /** nothing: what the caller may not see by this permission is left out */
  | { readonly lists: Permission }
  /** one of these on what body or query name, which only the handler finds */
  | { readonly named: readonly Permission[]; readonly why: string };

/** The permissions of which a caller needs one, as far as they can be told without a look at what is named. */
export function permissionsIn(needs: Needs): readonly Permission[] {
  if (needs === 'anyone') return [];
  if ('global' in needs) return needs.own === undefined ? needs.global : [];
  if ('all' in needs) return needs.all.flatMap(permissionsIn);
  if ('command' in needs) return neededForCommand[needs.command].anyOf;
  if ('lists' in needs) return [needs.lists];
  if ('named' in needs) return needs.named;
  return [...needs.anyOf, ...(needs.onTemplate ?? []), ...(needs.atTop === undefined ? [] : [needs.atTop])];
}
