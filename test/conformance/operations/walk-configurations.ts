import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { type Configuration, type Delivery, deliver } from '../../harness/webhooks/endpoints.ts';

/** Calls every endpoint of configurations and webhook deliveries. */
export function walkConfigurations(call: Call, url: () => string): void {
  test('configurations', async () => {
    const body = {
      type: 'configuration.HttpConnection',
      title: 'Registry',
      url: 'https://registry',
      password: 'secret',
    };
    expect(await call('getConfigurationTypes')).toContainEqual(expect.objectContaining({ type: body.type }));
    const created = await call<Configuration>('addConfiguration', { body });
    const path = { configurationId: created.id };
    expect(await call('getConfiguration', { path })).toEqual(created);
    expect(await call('searchConfigurations', { query: { title: 'Registry' } })).toEqual([created]);
    await call('updateConfiguration', { path, body: { ...created, url: 'https://127.0.0.1:1', password: 'secret' } });
    await call('checkConfigurationStatus', { body: { type: 'events.PostWebhookEndpoint', properties: {} } });
    await call('getConfigurationStatus', { path });
    await call('deleteConfiguration', { path });
    await call('updateSystemMessage', { body: { enabled: 'true', message: 'Closed', startDate: 0 } });
    expect(await call('getSystemMessage')).toEqual({
      id: 'Configuration/settings/SystemMessageSettings',
      type: 'rel.SystemMessageSettings',
      title: 'System message',
      enabled: true,
      message: 'Closed',
      automated: false,
      startDate: '1970-01-01T00:00:00.000+00:00',
    });
  });

  test('the deliveries of an endpoint', async () => {
    const authentication = { type: 'events.NoAuthentication' };
    const body = { type: 'events.PostWebhookEndpoint', title: 'Walk', path: 'walk', authentication };
    const endpoint = await call<Configuration>('addConfiguration', { body });
    await deliver(url(), endpoint, { body: '{}' });
    const path = { endpointId: endpoint.id };
    const [delivery] = await call<Delivery[]>('listDeliveries', { path, query: { resultsPerPage: '1' } });
    await call('getDelivery', { path: { ...path, deliveryId: delivery!.id } });
    await call('previewReplay', { path: { ...path, deliveryId: delivery!.id } });
    await call('replayDelivery', { path: { ...path, deliveryId: delivery!.id } });
  });

  test('the events of known senders', async () => {
    expect(await call('getEventSenders')).toContainEqual(expect.objectContaining({ id: 'github' }));
    const authentication = { type: 'events.TokenAuthentication', token: 'one' };
    const body = {
      type: 'events.PostWebhookEndpoint',
      title: 'Sender',
      path: 'sender',
      sender: 'gitlab',
      authentication,
    };
    const path = { endpointId: (await call<Configuration>('addConfiguration', { body })).id };
    await call('rotateSecret', { path, body: { secret: 'two' } });
    await call('rotateSecret', { path, body: {} });
    expect(await call('getEventValues', { path })).toEqual({ sender: 'gitlab', values: {} });
    expect(await call('tryEvent', { body: { sender: 'gitlab', event: 'push' } })).toMatchObject({ matches: true });
  });

  test('a script on trial', async () => {
    await call('checkScript', { body: { script: 'a b' } });
    expect(await call('testScript', { body: { script: 'result = a + 1', inputs: { a: 1 } } })).toMatchObject({
      result: 2,
    });
  });
}
