import { join, relative } from 'node:path';
import { Script } from 'node:vm';
import { type Integration, readIntegration, readIntegrations } from '@slipway/plugins';
import { integrationsChanged } from '@slipway/startup';
import type { Service } from './service.ts';

/** In milliseconds: an editor that saves several files causes one reload. */
const settleMs = 50;

/** Returns the integration of a file, or `shared`; null for a file that the integrations do not contain. */
function integrationOf(root: string, path: string): string | null {
  const file = relative(root, path).replaceAll('\\', '/');
  if (/\.test\.ts$/.test(file)) return null;
  return /^integrations\/([^/]+)\/(?!host\/)/.exec(file)?.[1] ?? null;
}

/** Returns the fault of a script, or null. Node finds errors of syntax in JavaScript. */
function scriptFault({ path, language, text, fault }: Integration['plugin']['scripts'][number]): string | null {
  if (fault !== null || language !== 'javascript') return fault === null ? null : `${path}: ${fault}`;
  try {
    new Script(text, { filename: path });
    return null;
  } catch (error) {
    const [line = path] = error instanceof SyntaxError ? (error.stack ?? '').split('\n') : [];
    return `${line}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Returns the faults of integrations, each in one line. */
async function integrationFaults(folder: string, name: string): Promise<readonly string[]> {
  try {
    const integrations =
      name === 'shared' ? await readIntegrations(folder) : [await readIntegration(join(folder, name), name)];
    return integrations.flatMap((integration) =>
      integration.plugin.scripts.flatMap((script) => {
        const fault = scriptFault(script);
        return fault === null ? [] : [`integrations/${integration.name}: ${oneLine(fault)}`];
      }),
    );
  } catch (error) {
    const text = oneLine(error instanceof Error ? error.message : String(error));
    return [text.replaceAll(`${folder}/`, 'integrations/')];
  }
}

/**
 * Returns a function that makes the processes read the integrations again after a change of a file. The processes keep
 * the current integrations if one is invalid.
 */
export function reloadingIntegrations(root: string, services: readonly Service[]): (path: string) => void {
  const changed = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();
  async function reload(): Promise<void> {
    const startedAt = performance.now();
    const entries = [...changed];
    changed.clear();
    const names = new Set(entries.map(([, name]) => name));
    const faults = await Promise.all([...names].map((name) => integrationFaults(join(root, 'integrations'), name)));
    for (const fault of faults.flat()) console.log(`The integrations are unchanged: ${fault}`);
    if (faults.flat().length > 0) return;
    for (const service of services) service.notify(integrationsChanged);
    const files = entries.map(([path]) => relative(root, path)).join(', ');
    console.log(`integrations reloaded in ${Math.round(performance.now() - startedAt)} ms: ${files}`);
  }
  return (path) => {
    const name = integrationOf(root, path);
    if (name === null) return;
    changed.set(path, name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(reload);
    }, settleMs);
  };
}
