import { message } from '@slipway/domain/messages';
import type { Instant, Json } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { date, flag, listUpTo, name, optional, responseDate, wholeNumber } from '../format/scalars.ts';

/** The display settings of a user, which clients store. The product does not use them. */
const profile = {
  dateFormat: z.string(),
  timeFormat: z.string(),
  firstDayOfWeek: z.int(),
  analyticsEnabled: z.boolean(),
  taskDrawerEnabled: z.boolean(),
};

/** A user (permissions.md, Users). Responses never contain passwords. */
export const userResponse = z
  .object({
    username: z.string(),
    external: z.boolean().describe('was made by a login elsewhere, and is kept there'),
    fullName: z.string().optional(),
    email: z.string().optional(),
    loginAllowed: z.boolean(),
    mustChangePassword: z.boolean().optional().describe('true until the user has chosen a new password'),
    lastActive: responseDate.optional().describe('the last login or call, to the minute'),
    ...z.object(profile).partial().shape,
  })
  .meta({ id: 'UserAccount' });

export type UserResponse = z.output<typeof userResponse>;

const expectsText = (max: number) => expects(message('expected.shortText', { max }));
const text = (max: number) => optional(z.string(expectsText(max)).max(max, expectsText(max)));

const expectsLine = expects(message('expected.line', { max: 255 }));
const line = optional(
  z
    .string(expectsLine)
    .max(255, expectsLine)
    .regex(/^[^\p{Cc}]*$/u, expectsLine),
);

const fields = {
  fullName: text(255),
  email: line.describe('may be empty'),
  loginAllowed: optional(flag),
  mustChangePassword: optional(flag).describe('requires a new password before any other request, except with tokens'),
  dateFormat: text(100),
  timeFormat: text(100),
  firstDayOfWeek: optional(wholeNumber(0, 7)),
  analyticsEnabled: optional(flag),
  taskDrawerEnabled: optional(flag),
  password: optional(z.string(expects(message('expected.text')))),
  previousPassword: optional(z.string(expects(message('expected.text')))).describe('of oneself, beside a new password'),
};

/** A new user, or the changes of a user. Absent members stay. The user name is part of the path. */
export const userBody = z.object(fields).meta({ id: 'UserAccountRequest' });
export type UserBody = z.output<typeof userBody>;

/** A new user. A user with `external` logs in with an external login, and has no password here. */
export const newUserBody = z.object({ ...fields, external: optional(flag) }).meta({ id: 'NewUserAccount' });
export type NewUserBody = z.output<typeof newUserBody>;

/** The filter of users; absent members match all. */
export const userFilter = z.object({
  text: optional(name).describe('a part of the user name, the full name or the email address'),
  email: optional(name).describe('a part of it'),
  fullName: optional(name).describe('a part of it'),
  external: optional(flag),
  loginAllowed: optional(flag),
  lastActiveAfter: optional(date),
  lastActiveBefore: optional(date),
});
export type UserFilter = z.output<typeof userFilter>;

/** The maximum number of users or roles in a request: each password takes 10 ms. */
const maxBodies = 500;

/** Several changed users, identified by name. */
export const userBodies = listUpTo(
  maxBodies,
  z.object({ username: z.string(expects(message('expected.text'))), ...fields }).meta({ id: 'NamedUserAccount' }),
);

/** A change of the caller's own password. */
export const passwordBody = z
  .object({
    currentPassword: optional(z.string(expects(message('expected.text')))).describe('of oneself'),
    newPassword: z.string(expects(message('expected.text'))),
  })
  .meta({ id: 'ChangePasswordView' });

interface UserView {
  readonly username: string;
  readonly external: boolean;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly loginAllowed: boolean;
  readonly mustChangePassword: boolean;
  readonly lastActive: Instant | null;
  readonly profile: Readonly<Record<string, Json>>;
}

const storedProfile = z.object(profile).partial();

/** Returns the members of a body that are stored and not used by the product. */
export function profileOf(body: Partial<UserBody>): Readonly<Record<string, Json>> {
  const { dateFormat, timeFormat, firstDayOfWeek, analyticsEnabled, taskDrawerEnabled } = body;
  const profileFields = { dateFormat, timeFormat, firstDayOfWeek, analyticsEnabled, taskDrawerEnabled };
  return JSON.parse(JSON.stringify(profileFields));
}

/** Renders a user, without the password. */
export const showUser = (user: UserView): UserResponse => ({
  username: user.username,
  external: user.external,
  fullName: user.fullName ?? undefined,
  email: user.email ?? undefined,
  loginAllowed: user.loginAllowed,
  mustChangePassword: user.mustChangePassword || undefined,
  lastActive: showDate(user.lastActive),
  ...storedProfile.safeParse(user.profile).data,
});
