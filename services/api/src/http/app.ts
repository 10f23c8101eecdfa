import type { RequestListener } from 'node:http';
import type { Caller } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import express, { type Response, Router } from 'express';
import { accountOf } from '../callers.ts';
import type { Deps, Given } from '../deps.ts';
import { easyPasswordWatch, isLoopback } from '../easy-password.ts';
import { licenceCheck, licenceFiles } from '../licence.ts';
import { openApi } from '../openapi.ts';
import { pluginsIn } from '../plugins.ts';
import { createAnswers } from '../remembered-answers.ts';
import { routes } from '../routes/all.ts';
import { productName, productVersion } from '../version.ts';
import { createAuth } from './auth.ts';
import { gate, identify, refuse } from './gate.ts';
import { mount, nothingHere } from './mount.ts';
import { ownHostOnly } from './own-host.ts';
import { pages } from './pages.ts';
import { figures, probes } from './probes.ts';
import { profile } from './profile.ts';
import { serverInfo } from './server-info.ts';
import { singleSlashes } from './slashes.ts';
import { webhooks } from './webhooks.ts';

/** The whole surface: probes, the documentation for everybody, and the REST calls behind the gate. */
export function createApp(given: Given, { tell }: Pick<Deps, 'tell'>): RequestListener {
  const deps = { ...given, tell, answers: createAnswers(), plugins: given.plugins ?? pluginsIn(given.database) };
  const { logger, config, health } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(identify(logger));
  app.use(singleSlashes);
  app.use(probes(health));
  app.use(config.contextRoot || '/', open(deps));
  if (isLoopback(config)) app.use(ownHostOnly(easyPasswordWatch(deps)));
  app.use(figures(deps.metrics));
  app.use(config.contextRoot || '/', guarded(deps));
  app.use(nothingHere);
  app.use(refuse(logger));
  return app;
}

/**
 * What is answered under any name: whether the process lives tells a stranger nothing, and webhooks guard themselves and
 * come through tunnels, which have names of their own.
 */
function open(deps: Deps): Router {
  const router = Router({ caseSensitive: true });
  router.use(probes(deps.health));
  router.use(webhooks(deps));
  return router;
}

function guarded(deps: Deps): Router {
  const { config } = deps;
  const router = Router({ caseSensitive: true });
  router.use(figures(deps.metrics));
  router.use(pages(() => JSON.stringify(openApi(routes, config.contextRoot))));
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
