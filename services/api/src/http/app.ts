import type { RequestListener } from 'node:http';
import type { Caller } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import express, { type Response, Router } from 'express';
import { accountOf } from '../callers.ts';
import type { Deps, Given } from '../deps.ts';
import { licenceCheck, licenceFiles } from '../licence.ts';
import { openApi } from '../openapi.ts';
import { pluginsIn } from '../plugins.ts';
import { createAnswers } from '../polled.ts';
import { routes } from '../routes/all.ts';
import { productName, productVersion } from '../version.ts';
import { createAuth } from './auth.ts';
import { gate, identify, refuse } from './gate.ts';
import { mount, nothingHere } from './mount.ts';
import { pages } from './pages.ts';
import { probes } from './probes.ts';
import { profile } from './profile.ts';
import { serverInfo } from './server-info.ts';
import { singleSlashes } from './slashes.ts';
import { webhooks } from './webhooks.ts';

/** The whole surface: probes, the documentation for everybody, and the REST calls behind the gate. */
export function createApp(given: Given, { tell }: Pick<Deps, 'tell'>): RequestListener {
  const deps = { ...given, tell, answers: createAnswers(), plugins: given.plugins ?? pluginsIn(given.database) };
  const { logger, config, health, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(identify(logger));
  app.use(singleSlashes);
  app.use(probes(health, metrics));
  app.use(config.contextRoot || '/', product(deps));
  app.use(nothingHere);
  app.use(refuse(logger));
  return app;
}

function product(deps: Deps): Router {
  const { config } = deps;
  const router = Router({ caseSensitive: true });
  router.use(probes(deps.health, deps.metrics));
  router.use(pages(() => JSON.stringify(openApi(routes, config.contextRoot))));
  router.use(webhooks(deps));
  const admitted = gateFor(deps);
  const callerOf = (response: Response): Caller => response.locals.caller;
  const info = { version: config.apiVersion, product: productName, productVersion };
  router.get('/server/info', admitted, serverInfo(info));
  router.get('/profile', admitted, profile(callerOf));
  router.use('/api/v1', admitted, mount(routes, deps, callerOf), nothingHere);
  return router;
}

function gateFor(deps: Deps) {
  const files = licenceFiles(deps.config);
  const licence = files && licenceCheck(files, (sentence) => deps.logger.warn(sentence));
  // Whoever reads the log learns at the start, not at the first request, that nothing will be answered.
  licence?.().catch(() => {});
  return gate({
    login: createAuth({ find: (username) => accountOf(deps, username) }),
    callerFor,
    licence,
  });
}
