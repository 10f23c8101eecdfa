import { connectToPrimary, createServers } from '@slipway/server-addresses';
import type { ClientBase } from 'pg';
import * as folders from '../migrations/0.1/0001-folders.ts';
import * as plans from '../migrations/0.1/0002-plans.ts';
import * as history from '../migrations/0.1/0003-history.ts';
import * as directory from '../migrations/0.1/0004-directory.ts';
import * as idempotencyKeys from '../migrations/0.1/0005-idempotency-keys.ts';
import * as periods from '../migrations/0.1/0006-periods.ts';
import * as keyCheck from '../migrations/0.1/0007-key-check.ts';
import * as upkeep from '../migrations/0.1/0008-upkeep.ts';
import * as calendar from '../migrations/0.1/0009-calendar.ts';
import * as triggers from '../migrations/0.1/0010-triggers.ts';
import * as sweep from '../migrations/0.1/0011-sweep.ts';
import * as configurations from '../migrations/0.1/0012-configurations.ts';
import * as deliveries from '../migrations/0.1/0013-deliveries.ts';
import * as plugins from '../migrations/0.1/0014-plugins.ts';
import * as scripts from '../migrations/0.1/0015-scripts.ts';
import * as events from '../migrations/0.1/0016-events.ts';
import * as eventSources from '../migrations/0.1/0018-event-sources.ts';
import * as sealedHeaders from '../migrations/0.2/0019-sealed-headers.ts';
import * as configurationTitles from '../migrations/0.2/0020-configuration-titles.ts';
import * as bounds from '../migrations/0.2/0021-bounds.ts';
import * as scriptJournal from '../migrations/0.2/0022-script-journal.ts';
import * as pollTriggers from '../migrations/0.2/0023-poll-triggers.ts';
import * as people from '../migrations/0.2/0024-people.ts';
import * as login from '../migrations/0.2/0025-login.ts';
import * as audit from '../migrations/0.2/0026-audit.ts';
import * as teamData from '../migrations/0.2/0027-team-data.ts';
import * as owners from '../migrations/0.2/0029-owners.ts';
import * as unaskedCreation from '../migrations/0.2/0030-unasked-creation.ts';
import * as authors from '../migrations/0.2/0031-authors.ts';
import * as peopleRest from '../migrations/0.2/0032-people-rest.ts';
import * as attachments from '../migrations/0.2/0033-attachments.ts';
import * as risk from '../migrations/0.2/0034-risk.ts';
import * as asCode from '../migrations/0.2/0036-as-code.ts';
import * as triggerAuthors from '../migrations/0.2/0038-trigger-authors.ts';
import * as sight from '../migrations/0.2/0039-sight.ts';
import * as secrets from '../migrations/0.3/0044-secrets.ts';
import * as archiveMonths from '../migrations/0.3/0046-archive-months.ts';
import * as traces from '../migrations/0.3/0047-traces.ts';
import * as archiveFunctions from '../migrations/0.3/0048-archive-functions.ts';
import * as planChanges from '../migrations/0.3/0053-plan-changes.ts';
import * as myTasks from '../migrations/0.3/0054-my-tasks.ts';
import * as calendarLinks from '../migrations/0.3/0055-calendar-links.ts';
import * as calendarAddresses from '../migrations/0.3/0056-calendar-addresses.ts';
import * as savedViews from '../migrations/0.3/0057-saved-views.ts';
import * as unresolved from '../migrations/0.3/0058-unresolved.ts';
import * as timeouts from '../migrations/0.3/0059-timeouts.ts';
import * as activityMessages from '../migrations/0.3/0060-activity-messages.ts';
import * as templateVersions from '../migrations/0.3/0061-template-versions.ts';
import * as invitations from '../migrations/0.3/0062-invitations.ts';
import * as sharedViews from '../migrations/0.3/0063-shared-views.ts';
import * as commentVersions from '../migrations/0.3/0064-comment-versions.ts';
import * as lineTimes from '../migrations/0.3/0065-line-times.ts';
import * as notifications from '../migrations/0.3/0066-notifications.ts';
import * as insights from '../migrations/0.3/0067-insights.ts';
import * as mail from '../migrations/0.3/0068-mail.ts';
import * as containers from '../migrations/0.3/containers/0079-containers.ts';
import * as deployments from '../migrations/0.3/insights/0069-deployments.ts';
import * as weeklyMails from '../migrations/0.3/insights/0070-weekly-mails.ts';
import * as insightMonths from '../migrations/0.3/insights/0073-insight-months.ts';
import * as movedFolders from '../migrations/0.3/insights/0076-moved-folders.ts';
import * as messageSending from '../migrations/0.3/notifications/0071-message-sending.ts';
import * as ledgerClaims from '../migrations/0.3/notifications/0072-ledger-claims.ts';
import * as receiverFormat from '../migrations/0.3/notifications/0074-receiver-format.ts';
import * as eventQueue from '../migrations/0.3/notifications/0075-event-queue.ts';
import * as mailState from '../migrations/0.3/notifications/0077-mail-state.ts';
import * as integrations from '../migrations/0.3/plugins/0078-integrations.ts';
import { asOverloaded } from './connection-errors.ts';
import { type Migrations, noTimeouts, runMigrations } from './run-migrations.ts';
import { findMissingMigrations, readSchema, requireSupportedSchema } from './schema.ts';
import { caseTestLetters, requireServerVersion, requireUnicodeCase } from './server-settings.ts';

/** All migrations by their names in the database. Names and contents of released migrations never change. */
export const migrations: Migrations = [
  ['0001-folders', folders],
  ['0002-plans', plans],
  ['0003-history', history],
  ['0004-directory', directory],
  ['0005-idempotency-keys', idempotencyKeys],
  ['0006-periods', periods],
  ['0007-key-check', keyCheck],
  ['0008-upkeep', upkeep],
  ['0009-calendar', calendar],
  ['0010-triggers', triggers],
  ['0011-sweep', sweep],
  ['0012-configurations', configurations],
  ['0013-deliveries', deliveries],
  ['0014-plugins', plugins],
  ['0015-scripts', scripts],
  ['0016-events', events],
  ['0018-event-sources', eventSources],
  ['0019-sealed-headers', sealedHeaders],
  ['0020-configuration-titles', configurationTitles],
  ['0021-bounds', bounds],
  ['0022-script-journal', scriptJournal],
  ['0023-poll-triggers', pollTriggers],
  ['0024-people', people],
  ['0025-login', login],
  ['0026-audit', audit],
  ['0027-team-data', teamData],
  ['0029-owners', owners],
  ['0030-unasked-creation', unaskedCreation],
  ['0031-authors', authors],
  ['0032-people-rest', peopleRest],
  ['0033-attachments', attachments],
  ['0034-risk', risk],
  ['0036-as-code', asCode],
  ['0038-trigger-authors', triggerAuthors],
  ['0039-sight', sight],
  ['0044-secrets', secrets],
  ['0046-archive-months', archiveMonths],
  ['0047-traces', traces],
  ['0048-archive-functions', archiveFunctions],
  ['0053-plan-changes', planChanges],
  ['0054-my-tasks', myTasks],
  ['0055-calendar-links', calendarLinks],
  ['0056-calendar-addresses', calendarAddresses],
  ['0057-saved-views', savedViews],
  ['0058-unresolved', unresolved],
  ['0059-timeouts', timeouts],
  ['0060-activity-messages', activityMessages],
  ['0061-template-versions', templateVersions],
  ['0062-invitations', invitations],
  ['0063-shared-views', sharedViews],
  ['0064-comment-versions', commentVersions],
  ['0065-line-times', lineTimes],
  ['0066-notifications', notifications],
  ['0067-insights', insights],
  ['0068-mail', mail],
  ['0069-deployments', deployments],
  ['0070-weekly-mails', weeklyMails],
  ['0071-message-sending', messageSending],
  ['0072-ledger-claims', ledgerClaims],
  ['0073-insight-months', insightMonths],
  ['0074-receiver-format', receiverFormat],
  ['0075-event-queue', eventQueue],
  ['0076-moved-folders', movedFolders],
  ['0077-mail-state', mailState],
  ['0078-integrations', integrations],
  ['0079-containers', containers],
];

const migrationNames = (selectedMigrations: Migrations): readonly string[] => selectedMigrations.map(([name]) => name);

/** The key of the advisory lock for migrations. The number is arbitrary. */
const migrationLock = 5_516_001;

/**
 * Migrates the database at `url` to the latest version, or to the migration `upTo`. Returns the names of the migrations
 * that ran. Concurrent processes wait for each other on a direct connection, because a pooler would lose the lock. With
 * several servers, it migrates the primary. Throws UnsuitableDatabase for a server that is too old or has another
 * character classification, and for a schema that is too new. Throws Overloaded for an unavailable server.
 */
export async function migrate(url: string, upTo?: string): Promise<readonly string[]> {
  const selectedMigrations =
    upTo === undefined ? migrations : migrations.slice(0, migrationNames(migrations).indexOf(upTo) + 1);
  try {
    const { client, url: server } = await connectToPrimary(createServers(url), { options: noTimeouts });
    return await withMigrationLock(client, async () => {
      requireSupportedSchema(await readSchema(client), migrationNames(selectedMigrations));
      return await runMigrations(server, selectedMigrations);
    }).finally(() => client.end());
  } catch (error) {
    throw asOverloaded(error);
  }
}

/** Runs `work` while it holds the lock for migrations. */
async function withMigrationLock<T>(lockClient: ClientBase, work: () => Promise<T>): Promise<T> {
  const { rows } = await lockClient.query(
    "select current_setting('server_version_num')::int as version, lower($1::text) as lower",
    [caseTestLetters],
  );
  requireServerVersion(rows[0].version);
  requireUnicodeCase(rows[0].lower);
  await lockClient.query('select pg_advisory_lock($1)', [migrationLock]);
  return await work().catch(async (error) => {
    // If the connection with the lock is also lost, the database is unavailable: report that error instead.
    await lockClient.query('select 1');
    throw error;
  });
}

/**
 * Returns the migrations that a database lacks for this version. Without missing migrations, this version can use it.
 * Bypasses a pooler. Throws UnsuitableDatabase for a schema that is too new, Overloaded for an unavailable database.
 */
export const missingMigrations = (url: string): Promise<readonly string[]> =>
  findMissingMigrations(url, migrationNames(migrations));
