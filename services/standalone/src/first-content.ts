import { randomBytes } from 'node:crypto';
import { hashPassword, passwordMatches } from '@slipway/api';
import { addSamples, adminName, type Engine } from '@slipway/engine';
import { addUser, countUsers, type Database, findUser } from '@slipway/persistence';
import type { Config } from '@slipway/runtime';

/** Whether only this machine can reach the product, on a database of its own: then `admin`/`admin` will do. */
const isAlone = ({ databaseUrl, host }: Pick<Config, 'databaseUrl' | 'host'>): boolean =>
  databaseUrl === undefined && /^(127\.|localhost$|::1$)/.test(host);

const easy = 'admin';

/**
 * The admin's password where it may be shown: one that was `made` and that nobody chose, and `admin` for as long as it is
 * that. Null otherwise: what somebody chose is never shown.
 */
export async function passwordToShow(database: Database, config: Config, made: string | null): Promise<string | null> {
  if (config.adminPassword !== undefined) return null;
  if (made !== null || !isAlone(config)) return made;
  const admin = await findUser(database, adminName);
  return (await passwordMatches(easy, admin?.passwordHash ?? null)) ? easy : null;
}

/**
 * Gives an empty database its first user, and sample content unless that is not wanted (decisions.md, People). The user
 * comes first, so that of processes that start together one makes the samples. Answers the new user's password, or null
 * when there were users already.
 */
export async function fillEmptyDatabase(database: Database, engine: Engine, config: Config): Promise<string | null> {
  if ((await countUsers(database)) > 0) return null;
  const password = config.adminPassword ?? (isAlone(config) ? easy : randomBytes(12).toString('base64url'));
  const user = { username: adminName, passwordHash: await hashPassword(password), fullName: null, email: null };
  if (!(await addUser(database, user))) return null;
  if (config.samples) await addSamples(database, engine, { username: adminName, may: () => true });
  return password;
}
