import type { RoleAnswer } from '@slipway/wire';

/** A role in the form. */
export interface RoleDraft {
  readonly name: string;
  readonly permissions: readonly string[];
  /** names of users and of groups */
  readonly principals: readonly string[];
}

export const draftOf = ({ name, permissions, principals }: RoleAnswer): RoleDraft => ({
  name,
  permissions,
  principals: principals.map(({ username }) => username),
});

export const newRole: RoleDraft = { name: '', permissions: [], principals: [] };

/** What REST takes of a role. */
export const sent = ({ permissions, principals }: RoleDraft) => ({
  permissions,
  principals: principals.map((username) => ({ username })),
});

const added = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((one) => !before.includes(one));

/** The message after a concurrent change of a role; null: unchanged. */
export function meanwhileOf(before: RoleDraft, after: RoleDraft): string | null {
  const changes = [
    ...added(before.principals, after.principals).map((one) => `${one} has it`),
    ...added(after.principals, before.principals).map((one) => `${one} has it no longer`),
    ...added(before.permissions, after.permissions).map((one) => `it holds ${one}`),
    ...added(after.permissions, before.permissions).map((one) => `it holds ${one} no longer`),
  ];
  if (changes.length === 0) return null;
  return `Another user has changed this role: ${changes.slice(0, 5).join('; ')}. Nothing was saved; save again to overwrite.`;
}
