import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@slipway/domain';
import type { UserAccount, UserDraft } from '@slipway/persistence';
import { profileOf, type UserBody } from '@slipway/wire';

/** Replaces a password in the audit log. */
const masked = '********';

type Fields = Readonly<Record<string, Json>>;

/** The members of a user in the audit log; of a password only whether it is set. */
export const told = ({ fullName, email, loginAllowed, profile }: UserDraft): Fields => ({
  ...{ fullName, email, loginAllowed },
  ...profile,
});

/** A user as a request describes it: absent members stay. */
export function draftFrom(body: Partial<UserBody>, before: UserDraft): UserDraft {
  const { fullName = before.fullName, email = before.email, loginAllowed = before.loginAllowed } = body;
  const profile = { ...before.profile, ...profileOf(body) };
  return { username: before.username, fullName, email, loginAllowed, profile, passwordHash: null };
}

/** A difference between the stored and the requested user. */
export interface UserDifference {
  /** names of fields */
  readonly changed: readonly string[];
  readonly before: Fields;
  readonly after: Fields;
}

/** What a draft changes of a user, a new password included. */
export function differenceOf(user: UserAccount, draft: UserDraft, setsPassword: boolean): UserDifference {
  const [old, now] = [told(user), told(draft)];
  const fields = Object.keys(now).filter((field) => !isDeepStrictEqual(old[field] ?? null, now[field] ?? null));
  const of = (all: Fields) => Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
  return {
    changed: setsPassword ? [...fields, 'password'] : fields,
    before: of(old),
    after: { ...of(now), ...(setsPassword && { password: masked }) },
  };
}

/** The same of a new user. */
export const newUserTold = (draft: UserDraft): Fields => ({
  ...told(draft),
  ...(draft.passwordHash !== null && { password: masked }),
});
