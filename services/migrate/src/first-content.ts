import { randomBytes } from 'node:crypto';
import { defaultPassword, hashPassword, isLoopback, passwordMatches } from '@slipway/api';
import { addSamples, adminName, allowAll, type Engine, startSamples } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { addUser, countUsers, findUser } from '@slipway/persistence/people';
import type { Config } from '@slipway/process';

/** Whether only this machine can reach the product, on a database of its own: then `admin`/`admin` will do. */
const isLocalOnly = (config: Pick<Config, 'databaseUrl' | 'host'>): boolean =>
  config.databaseUrl === undefined && isLoopback(config);

/**
 * The admin's password if it may be shown: one that was `made` and not chosen, and `admin` while it is unchanged. Null
 * otherwise: a chosen password is never shown.
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

/** The password that was `made` and that no later start would show; null otherwise. */
export const passwordShownOnce = (config: Config, createdPassword: string | null): string | null =>
  config.adminPassword === undefined && !isLocalOnly(config) ? createdPassword : null;

/**
 * Gives an empty database its first user (compatibility.md, First user and samples). Answers the new user's password, or null when there were
 * users already.
 */
export async function addFirstUser(database: Database, config: Config): Promise<string | null> {
  if ((await countUsers(database)) > 0) return null;
  const password =
    config.adminPassword ?? (isLocalOnly(config) ? defaultPassword : randomBytes(12).toString('base64url'));
  const user = { username: adminName, passwordHash: await hashPassword(password), fullName: null, email: null };
  return (await addUser(database, user)) ? password : null;
}

/**
 * Adds sample content if enabled (compatibility.md, First user and samples). It follows the first user, so that of concurrent processes
 * the one that created the user also creates the samples. If the product runs its own database, running releases of
 * them are created too, for the first visitor.
 */
export async function addFirstSamples(database: Database, engine: Engine, config: Config): Promise<void> {
  if (!config.samples) return;
  await addSamples(database, engine, allowAll(adminName));
  if (config.databaseUrl === undefined) await startSamples(engine, allowAll(adminName), Date.now());
}
