import { isDeepStrictEqual } from 'node:util';
import { profileOf, type UserBody } from '@slipway/api-schema/people';
import type { Json } from '@slipway/domain/model';
import type { UserAccount, UserDraft } from '@slipway/persistence/people';

/** Replaces a password in the audit log. */
const maskedPassword = '********';

type Fields = Readonly<Record<string, Json>>;

/** The members of a user in the audit log; of a password only whether it is set. */
export const auditFields = ({ fullName, email, loginAllowed, profile }: UserDraft): Fields => ({
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
  const [storedFields, draftFields] = [auditFields(user), auditFields(draft)];
  const fields = Object.keys(draftFields).filter(
    (field) => !isDeepStrictEqual(storedFields[field] ?? null, draftFields[field] ?? null),
  );
  const pickChanged = (allFields: Fields) =>
    Object.fromEntries(fields.map((field) => [field, allFields[field] ?? null]));
  return {
    changed: setsPassword ? [...fields, 'password'] : fields,
    before: pickChanged(storedFields),
    after: { ...pickChanged(draftFields), ...(setsPassword && { password: maskedPassword }) },
  };
}

/** The same of a new user. */
export const newUserAuditFields = (draft: UserDraft): Fields => ({
  ...auditFields(draft),
  ...(draft.passwordHash !== null && { password: maskedPassword }),
});
