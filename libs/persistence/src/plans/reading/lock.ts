import type { Instant } from '@slipway/domain/model';
import { readClock } from '../../database/clock.ts';
import type { Connection } from '../../database/database.ts';
import { statusSql } from '../../database/statuses.ts';

/** A live release whose row this transaction has locked. */
export interface ReleaseLock {
  readonly version: number;
  /** the database's clock, read once the lock was held */
  readonly now: Instant;
}

const lockStatement = { name: 'lock-release', text: 'select version from live_releases where id = $1 for update' };

/** Locks a live release or template until the transaction ends; null when there is none. Waits for who has it. */
export async function lockRelease(connection: Connection, id: string): Promise<ReleaseLock | null> {
  const [[row], now] = await Promise.all([
    connection.query<{ readonly version: number }>(lockStatement, [id]),
    readClock(connection),
  ]);
  return row === undefined ? null : { version: row.version, now };
}

const version = { name: 'release-version', text: 'select version from live_releases where id = $1' };

/** The stored version of a live release or template; null when there is none. */
export async function readVersion(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(version, [id]);
  return row?.version ?? null;
}

const shareTemplateStatement = {
  name: 'lock-template',
  text: `select version from live_releases where id = $1 and status = ${statusSql('TEMPLATE')} for share nowait`,
};

/**
 * Keeps a template as it is until the transaction ends, and answers its version; null when there is none. Never waits:
 * fails with 55P03.
 */
export async function lockTemplateShared(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(shareTemplateStatement, [id]);
  return row?.version ?? null;
}

const lockTemplateStatement = {
  name: 'hold-template',
  text: `select version, coalesce((passive ->> 'allowConcurrentReleasesFromTrigger')::boolean, true)
      as "allowConcurrentReleasesFromTrigger"
    from live_releases where id = $1 and status = ${statusSql('TEMPLATE')} for no key update`,
};

/** A template that this transaction holds. */
export interface TemplateLock {
  readonly version: number;
  readonly allowConcurrentReleasesFromTrigger: boolean;
}

/**
 * Holds a template until the transaction ends, so that triggers make releases from it one after the other; null when
 * there is none. Waits for who has it.
 */
export async function lockTemplate(connection: Connection, id: string): Promise<TemplateLock | null> {
  const [row] = await connection.query<TemplateLock>(lockTemplateStatement, [id]);
  return row ?? null;
}
