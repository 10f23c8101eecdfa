import { afterAll, beforeAll } from 'vitest';
import { type ServedProduct, serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { PluginName, ServerOf } from './catalog.ts';
import { packJar } from './pack-jar.ts';
import { connectionBody, PluginServers } from './plugin-servers.ts';

/** The response to the installation of a plugin. */
export interface InstallResult {
  readonly name: string;
  readonly types: readonly { readonly type: string }[];
  readonly warnings: readonly string[];
  readonly lacks: readonly { readonly script: string; readonly name: string; readonly reason: string }[];
}

/** A product with installed plugins. Each plugin has a connection to its own server. */
interface PluginProduct<N extends PluginName> extends ServedProduct {
  server<M extends N>(name: M): ServerOf<M>;
  /** Returns the id of the configuration of that server. */
  connection(name: N): string;
  installed(name: N): InstallResult | undefined;
}

/** Serves all tests of the calling file. Scripts may send requests to loopback addresses, where the servers run. */
export function servePlugins<const N extends PluginName>(names: readonly N[]): PluginProduct<N> {
  const product = serve({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  const servers = new PluginServers();
  const installed = new Map<PluginName, InstallResult>();
  beforeAll(async () => {
    for (const name of names) {
      const jar = fileForm(await packJar(name), { name: `${name}.jar` });
      installed.set(name, await product.rest.post<InstallResult>('/plugins', jar));
      const body = connectionBody(name, await servers.start(name));
      servers.connections.set(name, (await product.rest.post<{ id: string }>('/config', body)).id);
    }
  });
  afterAll(() => servers.stop());
  return {
    ...product,
    server: (name) => servers.server(name),
    connection: (name) => servers.connection(name),
    installed: (name) => installed.get(name),
  };
}
