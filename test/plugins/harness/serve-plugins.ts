import { afterAll, beforeAll } from 'vitest';
import { type Served, serve } from '../../harness/product/serve.ts';
import { formOf } from '../../harness/rest/form.ts';
import type { PluginName, ServerOf } from './catalog.ts';
import { connectionBody, Ready } from './connections.ts';
import { packed } from './jar.ts';

/** What was answered when a plugin was installed. */
export interface Installed {
  readonly name: string;
  readonly types: readonly { readonly type: string }[];
  readonly warnings: readonly string[];
  readonly lacks: readonly { readonly script: string; readonly name: string; readonly reason: string }[];
}

/** A product in which plugins are installed, each with a connection to a server of its own. */
interface ServedPlugins<N extends PluginName> extends Served {
  server<M extends N>(name: M): ServerOf<M>;
  /** The id of the configuration by which scripts reach that server. */
  connection(name: N): string;
  installed(name: N): Installed | undefined;
}

/** Serves all tests of the file that calls it. Scripts may reach loopback addresses, where the servers are. */
export function servePlugins<const N extends PluginName>(names: readonly N[]): ServedPlugins<N> {
  const served = serve({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  const ready = new Ready();
  const installed = new Map<PluginName, Installed>();
  beforeAll(async () => {
    for (const name of names) {
      const jar = formOf(await packed(name), { name: `${name}.jar` });
      installed.set(name, await served.rest.post<Installed>('/plugins', jar));
      const body = connectionBody(name, await ready.start(name));
      ready.connections.set(name, (await served.rest.post<{ id: string }>('/config', body)).id);
    }
  });
  afterAll(() => ready.stop());
  return {
    ...served,
    server: (name) => ready.server(name),
    connection: (name) => ready.connection(name),
    installed: (name) => installed.get(name),
  };
}
