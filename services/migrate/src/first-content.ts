import { randomBytes } from 'node:crypto';
import { defaultPassword, hashPassword, isLoopback, passwordMatches } from '@slipway/api';
import { addExampleReleases, addSamples, adminName, allowAll, type Engine, startSamples } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { addUser, countUsers, findUser } from '@slipway/persistence/people';
import type { Config } from '@slipway/process';

/**
 * Whether the product is only reachable from this machine and runs its own database. Then `admin`/`admin` is allowed.
 */
const isLocalOnly = (config: Pick<Config, 'databaseUrl' | 'host'>): boolean =>
  config.databaseUrl === undefined && isLoopback(config);

/**
 * Returns the password of the admin if it may be printed: a generated one, or the unchanged `admin`. Returns null for a
 * chosen password, which is never printed.
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

/** Returns a generated password that no later start would print, or null. */
export const passwordShownOnce = (config: Config, createdPassword: string | null): string | null =>
  config.adminPassword === undefined && !isLocalOnly(config) ? createdPassword : null;

/**
 * Creates the first user in an empty database (compatibility.md, First user and samples). Returns the password of the
 * new user, or null if users already exist.
 */
export async function addFirstUser(database: Database, config: Config): Promise<string | null> {
  if ((await countUsers(database)) > 0) return null;
  const password =
    config.adminPassword ?? (isLocalOnly(config) ? defaultPassword : randomBytes(12).toString('base64url'));
  const user = { username: adminName, passwordHash: await hashPassword(password), fullName: null, email: null };
  return (await addUser(database, user)) ? password : null;
}

/**
 * Adds sample content if enabled (compatibility.md, First user and samples). Runs after the creation of the first user,
 * so that among concurrent processes only the one that created the user creates the samples. If the product runs
 * its own database, it also creates and starts sample releases for the first visitor.
 */
export async function addFirstSamples(database: Database, engine: Engine, config: Config): Promise<void> {
  if (!config.samples) return;
  await addSamples(database, engine, allowAll(adminName));
  if (config.databaseUrl !== undefined) return;
  await addExampleReleases(database, engine, allowAll(adminName), Date.now());
  await startSamples(engine, allowAll(adminName), Date.now());
}
