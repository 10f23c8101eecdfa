import { accountActions } from '@slipway/domain/forecast';
import { isIdOf } from '@slipway/domain/ids';
import { z } from 'zod';
import { list } from '../format/scalars.ts';
import { teamId } from './team.ts';

/** The logged-in user (an extension). */
export const meResponse = z
  .object({
    username: z.string(),
    fullName: z.string().optional(),
    email: z.string().optional(),
    external: z.boolean(),
    mustChangePassword: z.boolean().optional().describe('true until you have chosen a new password'),
    adminHasDefaultPassword: z
      .boolean()
      .optional()
      .describe('true while the user admin has the password of the first start; only for administrators'),
    unreadNotifications: z
      .int()
      .optional()
      .describe('the number of unread entries of your inbox, at most 100; absent with a restricted token'),
    roles: list(z.string()),
    permissions: list(z.string()).describe('global ones; of a token those that it has'),
    lacking: z
      .partialRecord(z.enum(accountActions), z.string())
      .describe('the missing permission for each action that no role allows; teams can grant createRelease'),
    teams: list(
      z.object({
        id: z.string(),
        teamName: z.string(),
        containerId: z.string().describe('the folder, template or release that has it'),
        containerTitle: z.string(),
      }),
    )
      .optional()
      .describe('the first 1000, by where they are; none with `teams=false`'),
  })
  .meta({ id: 'Me' });

export type MeResponse = z.output<typeof meResponse>;

interface Me {
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly external: boolean;
  readonly mustChangePassword: boolean;
  readonly adminHasDefaultPassword: boolean;
  /** absent with a restricted token */
  readonly unreadNotifications: number | undefined;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly lacking: MeResponse['lacking'];
  /** null if the request excludes them */
  readonly teams:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly path: readonly string[];
        readonly title: string;
      }[]
    | null;
}

/** Renders the logged-in user. */
export const showMe = ({
  fullName,
  email,
  mustChangePassword,
  adminHasDefaultPassword,
  teams,
  ...me
}: Me): MeResponse => ({
  ...me,
  fullName: fullName ?? undefined,
  email: email ?? undefined,
  mustChangePassword: mustChangePassword || undefined,
  adminHasDefaultPassword: adminHasDefaultPassword || undefined,
  teams: teams?.map(({ id, name, path, title }) => ({
    id: teamId({ path: isIdOf('Release', path.at(-1) ?? '') ? null : path }, id),
    teamName: name,
    containerId: path.join('/'),
    containerTitle: title,
  })),
});

/** The full names of users (an extension). */
export const fullNamesResponse = z
  .record(z.string(), z.string())
  .describe('the full names of the 2000 users who were last active, by user name in lower case')
  .meta({ id: 'FullNames' });

export type FullNamesResponse = z.output<typeof fullNamesResponse>;

/** Renders the full names of users. */
export const showFullNames = (
  users: readonly { readonly username: string; readonly fullName: string }[],
): FullNamesResponse => Object.fromEntries(users.map(({ username, fullName }) => [username, fullName]));
