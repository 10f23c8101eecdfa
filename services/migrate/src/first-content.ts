import { randomBytes } from 'node:crypto';
import { defaultPassword, hashPassword, isLoopback, passwordMatches } from '@slipway/api';
import { addSamples, adminName, allowAll, type Engine, startSamples } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { addUser, countUsers, findUser } from '@slipway/persistence/people';
import type { Config } from '@slipway/process';

/** Whether only this machine can reach the product, and it has its own database: then the password may be `admin`. */
const isLocalOnly = (config: Pick<Config, 'databaseUrl' | 'host'>): boolean =>
  config.databaseUrl === undefined && isLoopback(config);

/**
 * Returns the admin's password if it may be printed: a generated one, or `admin` while it is unchanged. Returns null
 * for a configured or changed password.
 */
export async function passwordToShow(
  database: Database,
  config: Config,
  createdPassword: string | null,
): Promise<string | null> {
  if (config.adminPassword !== undefined) return null;
  if (createdPassword !== null || !isLocalOnly(config)) return createdPassword;
  const admin = await findUser(database, adminName);
  return (await passwordMatches(defaultPassword, admin?.passwordHash ?? null)) ? defaultPassword : null;
}

/** Returns a generated password that no later start would print; null otherwise. */
export const passwordShownOnce = (config: Config, createdPassword: string | null): string | null =>
  config.adminPassword === undefined && !isLocalOnly(config) ? createdPassword : null;

/**
 * Creates the first user in an empty database (compatibility.md, First user and samples). Returns the password of the
 * new user, or null if there were users already.
 */
export async function addFirstUser(database: Database, config: Config): Promise<string | null> {
  if ((await countUsers(database)) > 0) return null;
  const password =
    config.adminPassword ?? (isLocalOnly(config) ? defaultPassword : randomBytes(12).toString('base64url'));
  const user = { username: adminName, passwordHash: await hashPassword(password), fullName: null, email: null };
  return (await addUser(database, user)) ? password : null;
}

/**
 * Adds sample content if enabled (compatibility.md, First user and samples). It follows the first user, so that only
 * the process that created the user adds the samples. If the product runs its own database, it also creates running
 * releases for the first visitor.
 */
export async function addFirstSamples(database: Database, engine: Engine, config: Config): Promise<void> {
  if (!config.samples) return;
  await addSamples(database, engine, allowAll(adminName));
  if (config.databaseUrl === undefined) await startSamples(engine, allowAll(adminName), Date.now());
}
