import { createEgress } from '@slipway/outbound-http';
import { type Integration, type PluginTypes, passwordsOf, readIntegrations } from '@slipway/plugins';
import { RunnerBusy, type RunnerClient } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptFault } from '../../../libs/application/src/configurations/connection-check.ts';
import { buildPluginTypes } from '../../../libs/plugins/src/installed/plugin-types.ts';
import { startTestRunner, type TestRunner } from '../../../services/script-runner/src/testing.ts';
import { sampleCorpus } from '../test-length.ts';
import { type Answer, type FaultName, faults } from './answers.ts';
import { type Contract, readContract } from './contract.ts';
import { loopback, runTask, type TaskResult, type TestConnection } from './run-task.ts';
import { type Login, type Replies, type StandIn, startStandIn } from './stand-in.ts';

/** A task, the answers of its server, and its result. Absent members are not compared. */
export interface Case {
  readonly task: string;
  /** The property `connection` of the integration is added. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly replies: Replies;
  /** the requests that change the server, as `POST /path body`; the others are in `reads` */
  readonly changes?: readonly string[];
  readonly reads?: readonly string[];
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly statusLine?: string;
  readonly printed?: string;
  /** the error of the task; absent: it completes */
  readonly error?: string | RegExp;
  readonly scripts?: readonly string[];
  readonly waitedSeconds?: number;
  /** Aborts the task after this number of scripts. */
  readonly abortAfter?: number;
}

/** The integration of a test file. `{server}` in texts is the address of the stand-in server. */
interface Options {
  /** the type of the connection, and its properties; `url` is the address of the server unless set */
  readonly connection?: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** the property of tasks with the connection */
  readonly property?: string;
  readonly login: Login;
}

/** The requests that a fault meets, by their names in the contract. */
interface FaultTable {
  /** a case that completes */
  readonly of: Case;
  /** requests that only read before the operation has started */
  readonly reads?: readonly string[];
  /** requests that change the server; none of them is sent twice, except after a refusal because of a limit */
  readonly changes?: readonly string[];
  /** whether requests are never repeated, also not after a refusal because of a limit */
  readonly isSentOnce?: boolean;
  /** requests that wait for the end of an operation, and survive an unavailable server */
  readonly polls?: readonly string[];
}

/** Repeats a run while the runner is busy, as a scheduler does. A busy machine starts the first child slowly. */
const patient = (client: RunnerClient): RunnerClient => ({
  ...client,
  run: async (...input) => {
    for (;;) {
      try {
        return await client.run(...input);
      } catch (error) {
        if (!(error instanceof RunnerBusy)) throw error;
      }
    }
  },
});

/** The length of the time limit of requests to a silent server, in milliseconds. */
const shortTimeoutMs = 400;

/** Defines the tests of an integration. Its scripts run in a script runner against a server with its contract. */
export function integrationTests(name: string, { connection, property = 'server', login }: Options) {
  const contract: Contract = readContract(name);
  let runner: TestRunner;
  let standIn: StandIn;
  let types: PluginTypes;
  let integration: Integration | undefined;
  beforeAll(async () => {
    [runner, standIn] = await Promise.all([startTestRunner(), startStandIn(contract, login)]);
    integration = (await readIntegrations()).find((entry) => entry.name === name);
    if (integration === undefined) throw new Error(`there is no folder integrations/${name}`);
    types = buildPluginTypes([integration.plugin]);
    await untilReady(runner.client);
  });
  afterAll(async () => {
    await Promise.all([runner.stop(), standIn.stop()]);
  });

  const withAddress = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('{server}', standIn.url));
  const openConnection = (changes: object = {}): TestConnection =>
    withAddress({
      ...{ id: 'Configuration/Custom/Server', title: 'Server', url: '{server}', type: '', ...connection, ...changes },
    });
  const run = async (entry: Case, timeoutMs?: number): Promise<TaskResult> => {
    standIn.reset(entry.replies);
    const properties = { ...withAddress(entry.properties), ...(connection && { [property]: openConnection() }) };
    const task = { type: entry.task, properties, abortAfter: entry.abortAfter, timeoutMs };
    const result = await runTask(patient(runner.client), types, task);
    expectNoSecret(result, login.password);
    expect(standIn.violations).toEqual([]);
    return result;
  };
  const linesOf = (isChange: boolean): readonly string[] =>
    standIn.received.flatMap(({ line }) => (/^(?:GET|HEAD) /.test(line) === isChange ? [] : [line]));

  test('its scripts compile, and its definitions have no warnings', async () => {
    expect(integration?.plugin.warnings).toEqual([]);
    for (const { path, language, text, fault } of integration?.plugin.scripts ?? []) {
      expect([path, fault]).toEqual([path, null]);
      if (language === 'javascript') expect([path, await runner.client.compile(language, text)]).toEqual([path, null]);
    }
  });

  return {
    contract,
    standIn: () => standIn,
    run,
    /** Defines a test for each case, by its title. */
    cases(cases: Readonly<Record<string, Case>>): void {
      test.each(Object.entries(cases))('%s', async (_, entry) => {
        const result = await run(entry);
        if (entry.error === undefined) expect(result.error).toBeNull();
        else expect(result.error).toMatch(entry.error);
        const { changes, reads, outputs, statusLine, printed, scripts, waitedSeconds } = entry;
        const expected = { changes, reads, outputs, statusLine, printed, scripts, waitedSeconds };
        const found = { ...result, changes: linesOf(true), reads: linesOf(false) };
        for (const [member, value] of Object.entries(expected))
          if (value !== undefined)
            expect({ [member]: found[member as keyof typeof expected] }).toEqual({ [member]: value });
      });
    },
    /** Defines a test for each fault of each request: the task recovers, or fails with one line that has the reason. */
    faults({ of, reads = [], changes = [], polls = [], isSentOnce = false }: FaultTable): void {
      const faulty = (request: string, fault: FaultName): Case => {
        const given: Answer | readonly Answer[] = of.replies[request] ?? [];
        return { ...of, replies: { ...of.replies, [request]: [faults[fault], ...[given].flat()] } };
      };
      const all = [...reads, ...changes, ...polls];
      describe('with a fault of the server', () => {
        test.each(all)('%s respects a limit of the server', async (request) => {
          const { error, waitedSeconds } = await run(faulty(request, 'limited'));
          if (isSentOnce) return expectOneLine(error, 'limited');
          expect(error).toBeNull();
          expect(waitedSeconds).toBeGreaterThanOrEqual(7);
        });
        const recovers: readonly (readonly [string, FaultName])[] = [
          ...reads.map((request) => [request, 'unavailable'] as const),
          ...polls.flatMap((request) =>
            (['unavailable', 'broken', 'disconnected', 'silent'] as const).map((fault) => [request, fault] as const),
          ),
        ];
        if (recovers.length > 0)
          test.each(recovers)('%s continues after the fault %s', async (request, fault) => {
            expect((await run(faulty(request, fault), shortTimeoutMs)).error).toBeNull();
          });
        const refusals = (['expired', 'forbidden', 'missing', 'conflict'] as const).flatMap((fault) =>
          [...changes, ...polls].map((request) => [request, fault] as const),
        );
        const lost = (['broken', 'unavailable', 'disconnected', 'silent', 'huge'] as const).flatMap((fault) =>
          changes.map((request) => [request, fault] as const),
        );
        test.each(sampleCorpus([...refusals, ...lost]))(
          '%s ends with the reason of the fault %s',
          async (request, fault) => {
            const { error } = await run(faulty(request, fault), shortTimeoutMs);
            if (changes.includes(request)) expect([request, standIn.count(request)]).toEqual([request, 1]);
            expectOneLine(error, fault);
          },
        );
      });
    },
    /** Defines the tests of the check of a connection: it succeeds with these answers, and fails for a wrong login. */
    check(replies: Replies): void {
      const check = async (changes: object = {}, given: Replies = replies): Promise<string | null> => {
        standIn.reset(given);
        const properties = openConnection(changes);
        const type = types.get(properties.type);
        if (type?.script == null) throw new Error(`'${properties.type}' has no check`);
        const secrets = passwordsOf(types, type.name).flatMap((secret) =>
          typeof properties[secret] === 'string' ? [{ value: String(properties[secret]), hosts: null }] : [],
        );
        const egress = createEgress({ ...loopback, timeoutMs: 5_000 });
        const signal = AbortSignal.timeout(20_000);
        const target = { id: String(properties.id), properties };
        const scripted = { ...type, script: type.script };
        const fault = await scriptFault(patient(runner.client), egress, {
          ...{ type: scripted, title: 'Server', connection: target, secrets, signal },
        });
        egress.stop();
        expect(standIn.violations).toEqual([]);
        // On a busy machine, the first check starts before a process of the runner is ready.
        if (fault?.code === 'connectionCheck.busyRunner') return await check(changes, given);
        return fault === null ? null : JSON.stringify(fault);
      };
      test('the check of a connection succeeds', async () => {
        expect(await check()).toBeNull();
      });
      test('the check of a connection fails for a wrong login and for another server', async () => {
        const secrets = passwordsOf(types, openConnection().type).filter((secret) => secret in openConnection());
        const wrong = Object.fromEntries(secrets.map((secret) => [secret, 'wrong']));
        if (contract.authentication.kind !== 'none') expect(await check(wrong)).toMatch(/401|credentials/);
        const missing = Object.fromEntries(Object.keys(replies).map((request) => [request, faults.missing]));
        expect(await check({}, missing)).toMatch(/404/);
      });
    },
  };
}

/** Waits for the first process of a runner. On a busy machine, its start takes longer than a request waits for it. */
async function untilReady(client: RunnerClient): Promise<void> {
  try {
    await client.compile('javascript', '1');
  } catch (error) {
    if (!(error instanceof RunnerBusy)) throw error;
    await untilReady(client);
  }
}

function expectNoSecret(result: TaskResult, secret: string): void {
  expect(JSON.stringify(result)).not.toContain(secret);
}

/** Expects an error of one line, with the status or the reason of a lost response. */
function expectOneLine(error: string | null, fault: FaultName): void {
  const answer: Answer = faults[fault];
  const isLost = answer.isSilent === true || answer.hangsUp === true || fault === 'huge';
  expect(error).toMatch(isLost ? /^\w+: \S/ : new RegExp(`\\b${answer.status}\\b`));
  expect(error).not.toMatch(/\n|<html/);
}
