import { type CrashLabel, notificationCrashLabels, Overloaded } from '@slipway/engine';
import { type Database, migrate, openDatabase } from '@slipway/persistence/database';
import { addUser } from '@slipway/persistence/people';
import { prepareQueues } from '@slipway/queue';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '../../harness/mail/mail-server.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { adminUser } from '../../harness/product/admin-user.ts';
import { type InProcessServer, startInProcess } from '../../harness/product/in-process.ts';
import { startScheduler } from '../../harness/product/scheduler.ts';
import { noScriptRunnerEnv, startService } from '../../harness/product/service-process.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { type DedicatedPostgres, startDedicatedPostgres } from '../../harness/servers/dedicated-postgres.ts';
import { pickLength, systemTestTimeoutMs } from '../../harness/test-length.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { expectedDeliveries, expectedEvents, people, tasks } from './expected-deliveries.ts';

/**
 * Releases run while the API, a scheduler, PostgreSQL and a receiver are killed. Then the ledger is compared with a
 * reference, which uses only the plan and its people.
 */
let postgres: DedicatedPostgres;
let mails: MailServer;
let database: Database;
/** the address of the present API */
let address = '';
const rest = createRestClient(() => address);
const releasesEach = pickLength({ short: 3, long: 8 });
const crashLabels: readonly CrashLabel[] = pickLength({
  short: ['after-notification'],
  long: [...notificationCrashLabels, 'inside-transaction', 'after-commit'],
});
let receivers: Readonly<Record<'steady' | 'failing' | 'dying' | 'hanging' | 'moved' | 'gone', EventReceiver>>;
/** a request without a response takes 15 seconds */
const hangingRequests = pickLength({ short: 0, long: 2 });

const env = () => ({
  ...{ DATABASE_URL: postgres.url, ...noScriptRunnerEnv, SCRIPT_HTTP_ALLOW: '127.0.0.1' },
  ...{ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Slipway <slipway@example.com>' },
});
const run = <Row extends object>(text: string) => database.query<Row>({ text });

beforeAll(async () => {
  [postgres, mails] = await Promise.all([startDedicatedPostgres(), startMailServer()]);
  await migrate(postgres.url);
  await prepareQueues(postgres.url);
  database = openDatabase({ url: postgres.url });
  await addUser(database, adminUser);
  await run(holdMails);
  receivers = {
    steady: await startEventReceiver(() => 204),
    // the first request with each id fails
    failing: await startEventReceiver((attempt) => (attempt === 1 ? 500 : 200)),
    // closes the connection after it has read the first request with each id
    dying: await startEventReceiver((attempt) => (attempt === 1 ? 'close' : 200)),
    hanging: await startEventReceiver((_, count) => (count <= hangingRequests ? 'hang' : 204)),
    moved: await startEventReceiver(() => 307),
    gone: await startEventReceiver(() => 410),
  };
});
afterAll(async () => {
  await database?.stop();
  await Promise.all(Object.values(receivers ?? {}).map((receiver) => receiver.stop()));
  await mails?.stop();
  await postgres?.stop();
});

/**
 * Mails wait until all commands are sent. On a slow machine the first ones would be due before, and the next mail about
 * a release follows five minutes later.
 */
const holdMails = `
  create function hold_mail() returns trigger language plpgsql as $$
    begin new.next_at := new.next_at + interval '1 day'; return new; end $$;
  create trigger hold_mail before insert on notification_deliveries
    for each row when (new.channel = 'mail') execute function hold_mail()`;

const receiverIds: Record<string, string> = {};
let templateId: string;

/** Creates the people of the reference, the receivers, and the template. */
async function prepare(): Promise<void> {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Shop' });
  const helper = peopleOf({ database: () => database, url: () => address });
  await helper.createUsersWithoutLogin(...Object.keys(people));
  const view = ['folder#view', 'release#view'];
  await helper.createTeam(folder, view, { users: ['bob', 'dan'] }, 'QA');
  await run(`with team as (update teams set permissions = '{folder#view,release#view}' where name = 'Release Admin'
      and scope_id = (select scope_id from folders where title = 'Shop') returning id)
    insert into team_members (team_id, principal, name, position) select id, 'user:gus', 'gus', 9 from team`);
  await helper.createTeam(folder, view, { users: ['hal'] }, 'Viewers');
  await run(`update users set email = username || '@example.com' where username <> 'admin'`);
  await run(`update users set login_allowed = false where username = 'dan'`);
  await run(`insert into notification_preferences (username, preferences)
    values ('cid', '{"events":{"task.started":{"mail":"off"}}}')`);
  await run(`insert into followed_objects (username, object_id, mode)
    select name, id, 'follow' from folders, unnest('{eve,hal}'::text[]) as name where title = 'Shop'`);
  for (const [title, { url }] of Object.entries(receivers)) {
    const secret = `whsec_${Buffer.alloc(32, title).toString('base64')}`;
    const types = ['release.started', 'task.started', 'release.completed'];
    const body = { title, kind: 'webhook', url, secret, types, folderId: folder.id };
    receiverIds[title] = (await rest.post<{ readonly id: string }>('/event-subscriptions', body)).id;
  }
  const plan = { title: 'Webshop', phases: [{ title: 'Build', tasks }] };
  templateId = (await rest.post<{ readonly id: string }>(`/templates?folderId=${folder.id}`, plan)).id;
}

let ready: Promise<void> = Promise.resolve();
/** Runs a fault that ends the API or its database. Commands wait until it is over. */
function interrupt(fault: () => Promise<void>): Promise<void> {
  ready = fault();
  return ready;
}

/** Sends a command until it is done. It is repeated with the same key after a crash of the API or of PostgreSQL. */
async function command(path: string, key: string, body: object): Promise<void> {
  for (;;) {
    const reply = await rest.send('POST', path, body, { 'idempotency-key': key }).catch(() => null);
    // 409: it was done, and the crash came before its response was stored
    if (reply?.status === 200 || reply?.status === 409) return;
    if (reply !== null) expect(reply.status).toBe(503);
    await ready;
    await fetch(`${address}/readyz`).catch(() => null);
  }
}

/** Reads the id of a task of a release, after the crash of PostgreSQL if there is one. */
async function taskIdOf(release: string, title: string): Promise<string | undefined> {
  for (;;) {
    try {
      const [task] = await run<{ readonly id: string }>(`select t.id from live_tasks t
        join live_releases r on r.id = t.release_id where r.title = '${release}' and t.title = '${title}'`);
      return task?.id;
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      await ready;
    }
  }
}

/** Runs a release. One that is not completed stops before its last task. */
async function runRelease(title: string, isCompleted: boolean, onCommand: () => Promise<void>): Promise<void> {
  await command(`/templates/${templateId}/start`, title, { releaseTitle: title });
  await onCommand();
  for (const { title: name } of isCompleted ? tasks : tasks.slice(0, -1)) {
    await command(`/tasks/${await taskIdOf(title, name)}/complete`, `${title} ${name}`, {});
    await onCommand();
  }
}

interface LedgerRow {
  readonly release: string;
  readonly type: string;
  readonly task: string | null;
  readonly recipient: string;
  readonly channel: string;
}

/** All deliveries of the releases that begin with this title, except suppressed ones. */
const ledgerOf = (label: string) =>
  run<LedgerRow>(`select e.data #>> '{release,title}' as release, e.type, e.data #>> '{task,title}' as task, d.recipient,
      d.channel
    from notification_deliveries d join events e on e.id = d.event_id
    where d.state <> 'suppressed' and d.recipient <> '${receiverIds.gone}'
      and e.data #>> '{release,title}' like '${label} %'`);

/** Ends the waiting times, as if hours had passed. Messages in flight keep their leases. */
const skipWaiting = async () => {
  await run(`update event_subscriptions set next_request_at = null where id <> '${receiverIds.moved}'`);
  await run(`update notification_deliveries set next_at = now() where state in ('pending', 'held') and next_at > now()
    and lease_until is null and recipient <> '${receiverIds.moved}'`);
};

/** The number of events without deliveries. */
const unfinishedEvents = async () => {
  const [row] = await run<{ readonly n: number }>('select count(*)::int as n from event_queue');
  return row?.n;
};

/** The number of deliveries that wait. */
const unfinished = async () => {
  await skipWaiting();
  const [row] = await run<{ readonly n: number }>(`select count(*)::int as n from notification_deliveries
    where state in ('pending', 'held') and recipient <> '${receiverIds.moved}'`);
  return row?.n ?? 0;
};

/**
 * Waits until no delivery waits. On a busy machine it takes long, so each one that ends prolongs the limit. If the crash
 * of PostgreSQL lost the response of a claim, its deliveries wait for the end of their lease of a minute.
 */
async function finish(): Promise<void> {
  for (let left = await unfinished(); left > 0; left = await unfinished())
    await expect.poll(unfinished, { timeout: systemTestTimeoutMs / 3 }).toBeLessThan(left);
}

/** Ends the leases of killed processes, which would take a minute. */
const endLeases = () => run('update notification_deliveries set lease_until = null');

test.each(crashLabels)(
  'each delivery that the rules name exists once, with crashes at %s',
  { timeout: systemTestTimeoutMs },
  async (label) => {
    const [api, crashing] = await Promise.all([
      startService('api', env()),
      startScheduler({ databaseUrl: postgres.url, env: env(), crashAt: label }),
    ]);
    address = api.address;
    if (templateId === undefined) await prepare();
    let product: InProcessServer | undefined;
    onTestFinished(async () => void (await product?.stop()));
    /** Kills the API, and starts the whole product in this process after the crash of the scheduler. */
    const replace = async (): Promise<void> => {
      api.signal('SIGKILL');
      await api.ended;
      expect(await crashing.ended).toBeNull();
      await endLeases();
      product = await startInProcess({ ...env(), SECRET_KEY: '0'.repeat(64), SAMPLES: 'false' });
      address = product.url;
    };
    let commands = 0;
    const faults: Readonly<Record<number, () => Promise<void>>> = {
      4: () => interrupt(replace),
      8: () => interrupt(postgres.crash),
      10: () => receivers.steady.kill(),
      11: () => receivers.steady.restart(),
    };
    const onCommand = async () => {
      commands += 1;
      await faults[commands]?.();
    };
    const titles = Array.from({ length: releasesEach }, (_, index) => `${label} ${index}`);
    await Promise.all(titles.map((title, index) => runRelease(title, index > 0, onCommand)));
    await expect.poll(unfinishedEvents).toBe(0);
    await finish();

    const webhooks = ['steady', 'failing', 'dying', 'hanging', 'moved'].map((title) => receiverIds[title] ?? '');
    const expected = titles.flatMap((release, index) =>
      expectedEvents
        .filter(({ type }) => index > 0 || type !== 'release.completed')
        .flatMap((event) =>
          expectedDeliveries(event, webhooks).map((delivery) => `${release} ${event.type} ${event.task} ${delivery}`),
        ),
    );
    const found = (await ledgerOf(label)).map(
      ({ release, type, task, recipient, channel }) => `${release} ${type} ${task} ${recipient} ${channel}`,
    );
    expect(found.toSorted()).toEqual(expected.toSorted());
    await expectMessages(label);
  },
);

/** Each receiver has accepted each event, and a repeated message has the same id. */
async function expectMessages(label: string): Promise<void> {
  const events = await run<{ readonly id: string }>(
    `select id from events where data #>> '{release,title}' like '${label} %'`,
  );
  const ids = new Set(events.map(({ id }) => id));
  for (const title of ['steady', 'failing', 'dying', 'hanging'] as const) {
    const messages = Map.groupBy(
      receivers[title].received.filter(({ eventId }) => ids.has(eventId)),
      ({ eventId }) => eventId,
    );
    expect([title, messages.size]).toEqual([title, ids.size]);
    for (const received of messages.values()) {
      expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1);
      expect(received.some(({ accepted }) => accepted)).toBe(true);
    }
  }
  expect(receivers.moved.received.every(({ accepted }) => !accepted)).toBe(true);
  const states = await run(
    `select distinct state from notification_deliveries where recipient = '${receiverIds.gone}'`,
  );
  expect(states).toEqual([{ state: 'dead' }]);
  // The first release still has its last task in progress. The others are done, so nothing about them is sent.
  const sent = await run<{ readonly recipient: string; readonly messageId: string }>(`select distinct d.recipient,
      d.message_id as "messageId"
    from notification_deliveries d join events e on e.id = d.event_id
    where d.channel = 'mail' and d.state = 'sent' and e.data #>> '{release,title}' = '${label} 0'`);
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(['gus', 'hal']);
  for (const { recipient, messageId } of sent)
    expect(
      mails.received.some(({ recipients: [to], raw }) => to === `${recipient}@example.com` && raw.includes(messageId)),
    ).toBe(true);
}
