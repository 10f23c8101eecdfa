import { message } from '@slipway/domain/messages';
import { unzip } from '@slipway/formats';
import { expect } from 'vitest';
import { basicAuth, type RestClient } from '../../harness/rest/rest-client.ts';

/** A change as a plan lists it. */
export interface Change {
  readonly kind: string;
  readonly action: string;
  readonly id: string;
  readonly path: string;
  readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}
export interface Plan {
  readonly isSame: boolean;
  readonly changes: readonly Change[];
  readonly effects: readonly Effect[];
  readonly warnings?: readonly string[];
}
interface TitledItem {
  readonly id: string;
  readonly title: string;
}
/** The effects of a change on running releases and waiting tasks. */
interface Effect {
  readonly kind: string;
  readonly path: string;
  readonly runningReleases: number;
  readonly releases: readonly (TitledItem & { readonly status: string })[];
  readonly taskCount: number;
  readonly tasks: readonly TitledItem[];
  readonly gateCount: number;
  readonly waitingGates: readonly TitledItem[];
  readonly triggerCount: number;
  readonly triggers: readonly (TitledItem & { readonly nextFireDate?: string; readonly isDue: boolean })[];
  readonly nextFireDate?: { readonly before?: string; readonly after?: string };
}
type ChangedIds = Readonly<
  Record<string, { readonly created: readonly string[]; readonly updated: readonly string[] }>
>;
interface ApplyResponse {
  readonly changes: {
    readonly ids: readonly {
      readonly kind: string;
      readonly created: readonly string[];
      readonly updated: readonly string[];
    }[];
  } & ChangedIds;
}

const yaml = { 'content-type': 'text/vnd.yaml' };

/** Returns functions that send documents to the server like the command line of the family. */
export function commandLine(rest: RestClient, url: () => string) {
  const send = async (action: string, document: string) => {
    const { status, body } = await rest.send('POST', `${url()}/devops-as-code/${action}`, document, yaml);
    return { status, body };
  };
  const sendAndExpect = async (action: string, document: string): Promise<ApplyResponse['changes']> => {
    const { status, body } = await send(action, document);
    if (status !== 200) throw new Error(`${action} was answered ${status}: ${JSON.stringify(body)}`);
    return (body as ApplyResponse).changes;
  };
  return {
    send,
    apply: (document: string) => sendAndExpect('apply', document),
    preview: (document: string) => sendAndExpect('preview', document),
    plan: async (document: string): Promise<Plan> => {
      const { status, body, text } = await rest.send('POST', '/as-code/plan', document, yaml);
      if (status !== 200) throw new Error(`plan was answered ${status}: ${text}`);
      return body as Plan;
    },
  };
}

/** Returns a document of a kind; `spec` is the YAML below `spec:`. */
export const document = (kind: string, spec: string, home = ''): string =>
  `apiVersion: xl-release/v1\nkind: ${kind}\n${home === '' ? '' : `metadata: {home: ${home}}\n`}spec:\n${spec}\n`;

/** Returns the generated documents and the values file for a user. */
export async function generateDocuments(url: string, query: string, login = basicAuth('admin', 'admin')) {
  const answer = await fetch(`${url}/devops-as-code/generate?${query}`, { headers: login });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = { entryBytes: 1e6, totalBytes: 1e6, keptOfEntry: 1e6, keptBytes: 1e6 };
  const rules = { archive: message('archiveKind.archive'), entries: 9, mayHoldArchives: false, ...bytes };
  const files = await unzip(Buffer.from(await answer.arrayBuffer()), () => true, rules);
  return { yaml: String(files.get('index.yaml')), values: String(files.get('secrets.xlvals')) };
}
