import type { RequestListener } from 'node:http';
import type { Board } from '@slipway/board';
import type { Person } from '@slipway/engine';
import { findTokenLogin } from '@slipway/persistence';
import { newCalendarCache } from '@slipway/resources';
import { productName, productVersion } from '@slipway/wire';
import express, { type Response, Router } from 'express';
import { commandLineRoutes } from './as-code/command-line-routes.ts';
import { boardRoutes, unknownAddress } from './board/board-routes.ts';
import { calendarFileRoute } from './calendar/calendar-file-route.ts';
import { createAnswerCaches } from './context/answer-caches.ts';
import { createCheckTurns } from './context/check-turns.ts';
import type { Deps, ProcessDeps } from './context/deps.ts';
import { createReading } from './context/reading.ts';
import { requireAccess } from './http/access.ts';
import { clientsBehind } from './http/client/address.ts';
import { ownHostOnly } from './http/client/own-host.ts';
import { errorHandler } from './http/error-handler.ts';
import { mount, unknownPath } from './http/mount.ts';
import { mountPlain } from './http/plain-route.ts';
import { requestScope } from './http/request-scope.ts';
import { singleSlashes } from './http/slashes.ts';
import { openApi } from './openapi/document.ts';
import { pages } from './openapi/pages.ts';
import { loginAccount } from './people/account.ts';
import { createDefaultPasswordCheck, isLoopback } from './people/default-password.ts';
import { createLogin } from './people/login.ts';
import { profileRoute } from './people/profile.ts';
import type { Recorders } from './people/recorders.ts';
import { loginRoutes } from './people/sessions/login-routes.ts';
import { isUnattended } from './people/sessions/unattended.ts';
import { createThrottle } from './people/throttle.ts';
import { createCountedTokenLogin } from './people/tokens/counted-token-login.ts';
import { createTokenLogin } from './people/tokens/token-login.ts';
import { createWhoAsks } from './people/who-asks.ts';
import { pluginsIn } from './plugins/install.ts';
import { routes } from './routes.ts';
import { createBearerLogin } from './sign-on/oidc-bearer.ts';
import { oidcRoutes } from './sign-on/oidc-routes.ts';
import type { SignOn } from './sign-on/open.ts';
import { createDirectoryLogin } from './sign-on/outside-users.ts';
import { licenceCheck, licenceFiles } from './system/licence.ts';
import { metricsHere, probesHere } from './system/probes.ts';
import { serverInfoRoute } from './system/server-info.ts';
import { webhookRoute } from './webhooks/webhook-route.ts';

type Own = Pick<Deps, 'processEvent' | 'live'> & {
  readonly recorders: Recorders;
  readonly signOn: SignOn;
  /** Null without a bundle. */
  readonly board: Board | null;
};

/** The whole API: probes, the public documentation, and the REST operations behind the login. */
export function createApp(given: ProcessDeps, own: Own): RequestListener {
  const { directory } = own.signOn;
  const throttle = createThrottle(Date.now);
  const tell = own.recorders.attempts.note;
  const deps = {
    ...given,
    ...own,
    login: createLogin({
      find: (username) => loginAccount(given, username),
      directory: directory && createDirectoryLogin(given, directory),
      tell,
      throttle,
    }),
    tokenLogin: createCountedTokenLogin({
      byToken: createTokenLogin((hash) => findTokenLogin(given.database, hash)),
      throttle,
      tell,
    }),
    caches: createAnswerCaches(),
    reading: createReading(given.replica),
    checks: createCheckTurns(Date.now),
    plugins: given.plugins ?? pluginsIn(given.database),
    typePrefix: given.config.typePrefix,
    compileMs: given.config.scriptCompileMs,
    calendar: newCalendarCache(),
    takeAnswerPlace: async () => {},
    outsideLogin: directory !== null || own.signOn.provider !== null,
  };
  const { logger, config } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(requestScope(deps, clientsBehind(config)));
  app.use(singleSlashes);
  mountPlain(app, probesHere(deps));
  app.use(config.contextRoot || '/', open(deps));
  const find = (username: string) => loginAccount(deps, username);
  if (isLoopback(config)) app.use(ownHostOnly(createDefaultPasswordCheck({ find })));
  mountPlain(app, metricsHere(deps));
  app.use(config.contextRoot || '/', guarded(deps));
  app.use(unknownPath);
  app.use(errorHandler(logger));
  return app;
}

/**
 * Served under any host name: probes reveal nothing, and webhooks authenticate their senders, and may arrive through
 * tunnels with other names.
 */
function open(deps: Deps): Router {
  const router = Router({ caseSensitive: true });
  mountPlain(router, [...probesHere(deps), webhookRoute(deps)]);
  return router;
}

function guarded(deps: Deps & Own): Router {
  const { config } = deps;
  const router = Router({ caseSensitive: true });
  mountPlain(router, metricsHere(deps));
  const { board, signOn } = deps;
  const page = board && { board, hasProvider: signOn.provider !== null };
  if (page) mountPlain(router, boardRoutes(page));
  const documented = Router({ caseSensitive: true, strict: true });
  mountPlain(
    documented,
    pages(() => JSON.stringify(openApi(routes, config.contextRoot, config.typePrefix))),
  );
  router.use(documented);
  mountPlain(router, [...loginRoutes(deps), calendarFileRoute(deps)]);
  const { provider } = deps.signOn;
  if (provider) mountPlain(router, oidcRoutes({ ...deps, provider, tell: deps.recorders.attempts.note }));
  const admitted = accessTo(deps);
  const callerOf = (response: Response): Person => response.locals.caller;
  const info = { version: config.apiVersion, product: productName, productVersion };
  mountPlain(router, [serverInfoRoute(info), profileRoute, ...commandLineRoutes(deps)], admitted);
  router.use('/api/v1', admitted, mount(routes, deps, callerOf), unknownPath);
  if (page) mountPlain(router, [unknownAddress(page)]);
  return router;
}

function accessTo(deps: Deps & Own) {
  const files = licenceFiles(deps.config);
  const licence = files && licenceCheck(files, (sentence) => deps.logger.warn(sentence));
  // So that the log reports an invalid license at the start, not at the first request.
  licence?.().catch(() => {});
  const { uses, attempts } = deps.recorders;
  const { provider } = deps.signOn;
  return requireAccess({
    login: createWhoAsks(deps, {
      password: deps.login,
      bearer: provider && createBearerLogin(deps, provider.bearer),
      tell: attempts.note,
    }),
    person: deps.engine.access.person,
    licence,
    used: ({ identity: { username }, by, id }, message, { address }) => {
      if (by !== 'session' || !isUnattended(message)) uses.note({ username, by, id, address });
    },
  });
}
