import type { RequestListener } from 'node:http';
import { productName, productVersion } from '@slipway/api-schema/system';
import { newCalendarCache } from '@slipway/application/model';
import type { Board } from '@slipway/board';
import type { Person } from '@slipway/engine';
import { findTokenLogin } from '@slipway/persistence/people';
import express, { type RequestHandler, type Response, Router } from 'express';
import { commandLineRoutes } from './as-code/command-line-routes.ts';
import { boardRoutes, unknownAddressRoute } from './board/board-routes.ts';
import { calendarFileRoute } from './calendar/calendar-file-route.ts';
import { createAnswerCaches } from './dependencies/answer-caches.ts';
import { createConnectionCheckLimiter } from './dependencies/connection-check-limiter.ts';
import type { Deps, ProcessDeps } from './dependencies/deps.ts';
import { createReplicaRouter } from './dependencies/replica-routing.ts';
import { requireAccess, requireChosenPassword } from './http/access.ts';
import { createClientReader } from './http/client/address.ts';
import { ownHostOnly } from './http/client/origin.ts';
import { errorHandler } from './http/error-handler.ts';
import { mount, unknownPath } from './http/mount.ts';
import { singleSlashes } from './http/path.ts';
import { mountPlain } from './http/plain-route.ts';
import { requestScope } from './http/request-scope.ts';
import { acceptInvitationRoutes } from './invitations/accept-invitation.ts';
import { unsubscribeRoutes } from './notifications/unsubscribe-routes.ts';
import { openApi } from './openapi/document.ts';
import { documentationRoutes } from './openapi/documentation-routes.ts';
import { isUnattended, type LoginRecorders } from './people/activity-log.ts';
import { createAuthenticator } from './people/authenticate.ts';
import { createLogin, findLoginAccount } from './people/login.ts';
import { createLoginRateLimiter, type LoginRateLimiter } from './people/login-rate-limiter.ts';
import { passwordResetRoutes } from './people/password-reset-routes.ts';
import { createDefaultPasswordCheck, isLoopback } from './people/passwords.ts';
import type { ResetMails } from './people/reset-mails.ts';
import { loginRoutes, profileRoute } from './people/session-routes.ts';
import { createRateLimitedTokenLogin, createTokenLogin } from './people/tokens.ts';
import { createActivePlugins } from './plugins/install.ts';
import { routes } from './routes.ts';
import { createDirectoryLogin } from './sign-on/external-users.ts';
import { createBearerLogin } from './sign-on/oidc-login.ts';
import { oidcRoutes } from './sign-on/oidc-routes.ts';
import type { SignOn } from './sign-on/open-sign-on.ts';
import { createLicenseCheck, licenseFiles } from './system/license.ts';
import { metricsRoutes, probeRoutes } from './system/probes.ts';
import { serverInfoRoute } from './system/server-info.ts';
import { webhookRoute } from './webhooks/webhook-route.ts';

type AppDeps = Pick<Deps, 'processEvent' | 'live'> & {
  readonly recorders: LoginRecorders;
  readonly signOn: SignOn;
  /** Null if the board is not built. */
  readonly board: Board | null;
  /** Null if passwords cannot be reset by mail. */
  readonly resetMails: ResetMails | null;
};

/** Creates the API: probes, public documentation, and the REST operations, which require a login. */
export function createApp(processDeps: ProcessDeps, appDeps: AppDeps): RequestListener {
  const { directory } = appDeps.signOn;
  const rateLimiter = createLoginRateLimiter(Date.now);
  const recordAttempt = appDeps.recorders.attempts.record;
  const find = (username: string) => findLoginAccount(processDeps, username);
  const deps = {
    ...processDeps,
    ...appDeps,
    login: createLogin({
      find,
      directory: directory && createDirectoryLogin(processDeps, directory),
      recordAttempt,
      rateLimiter,
    }),
    tokenLogin: createRateLimitedTokenLogin({
      byToken: createTokenLogin((hash) => findTokenLogin(processDeps.database, hash)),
      rateLimiter,
      recordAttempt,
    }),
    rateLimiter,
    hasDefaultPassword: createDefaultPasswordCheck({ find }),
    caches: createAnswerCaches(),
    replicaRouter: createReplicaRouter(processDeps.replica),
    connectionChecks: createConnectionCheckLimiter(Date.now),
    plugins: processDeps.plugins ?? createActivePlugins(processDeps.database),
    typePrefix: processDeps.config.typePrefix,
    compileMs: processDeps.config.scriptCompileMs,
    mailMode: processDeps.config.mailMode,
    calendar: newCalendarCache(),
    acquireAnswerSlot: async () => {},
    outsideLogin: directory !== null || appDeps.signOn.provider !== null,
  };
  const { logger, config, hasDefaultPassword } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(requestScope(deps, createClientReader(config)));
  app.use(singleSlashes);
  mountPlain(app, probeRoutes(deps));
  app.use(config.contextRoot || '/', openRoutes(deps));
  if (isLoopback(config)) app.use(ownHostOnly(hasDefaultPassword));
  mountPlain(app, metricsRoutes(deps));
  app.use(config.contextRoot || '/', guardedRoutes(deps));
  app.use(unknownPath);
  app.use(errorHandler(logger));
  return app;
}

/**
 * Serves these routes under any host name. Probes reveal nothing. Webhooks authenticate their senders, which may use
 * tunnels with other host names.
 */
function openRoutes(deps: Deps): Router {
  const router = Router({ caseSensitive: true });
  mountPlain(router, [...probeRoutes(deps), webhookRoute(deps)]);
  return router;
}

function guardedRoutes(deps: Deps & AppDeps & { readonly rateLimiter: LoginRateLimiter }): Router {
  const { config } = deps;
  const router = Router({ caseSensitive: true });
  mountPlain(router, metricsRoutes(deps));
  const { board, signOn } = deps;
  const page = board && {
    board,
    hasProvider: signOn.provider !== null,
    resetsPasswords: deps.resetMails !== null,
    archiveAfterDays: config.archiveAfterDays,
  };
  if (page) mountPlain(router, boardRoutes(page));
  const documented = Router({ caseSensitive: true, strict: true });
  mountPlain(
    documented,
    documentationRoutes(() => JSON.stringify(openApi(routes, config.contextRoot, config.typePrefix))),
  );
  router.use(documented);
  mountPlain(router, [...loginRoutes(deps), calendarFileRoute(deps)]);
  mountPlain(router, unsubscribeRoutes(deps));
  mountPlain(router, acceptInvitationRoutes({ ...deps, recordAttempt: deps.recorders.attempts.record }));
  const { resetMails } = deps;
  const recordAttempt = deps.recorders.attempts.record;
  if (resetMails) mountPlain(router, passwordResetRoutes({ ...deps, resetMails, recordAttempt }));
  const { provider } = deps.signOn;
  if (provider) mountPlain(router, oidcRoutes({ ...deps, provider, recordAttempt: deps.recorders.attempts.record }));
  const access = createAccess(deps);
  const callerOf = (response: Response): Person => response.locals.caller;
  const info = { version: config.apiVersion, product: productName, productVersion };
  const plainAccess: RequestHandler = (_, { locals }, next) => {
    requireChosenPassword(locals.login);
    next();
  };
  mountPlain(router, [serverInfoRoute(info), profileRoute, ...commandLineRoutes(deps)], access, plainAccess);
  router.use('/api/v1', access, mount(routes, deps, callerOf), unknownPath);
  if (page) mountPlain(router, [unknownAddressRoute(page)]);
  return router;
}

function createAccess(deps: Deps & AppDeps) {
  const files = licenseFiles(deps.config);
  const license = files && createLicenseCheck(files, (sentence) => deps.logger.warn(sentence));
  // Logs an invalid license at the start instead of at the first request.
  license?.().catch(() => {});
  const { uses, attempts } = deps.recorders;
  const { provider } = deps.signOn;
  return requireAccess({
    login: createAuthenticator(deps, {
      password: deps.login,
      bearer: provider && createBearerLogin(deps, provider.bearer),
      recordAttempt: attempts.record,
    }),
    person: deps.engine.access.person,
    license,
    onAuthenticated: ({ identity: { username }, by, id }, message, { address }) => {
      if (by !== 'session' || !isUnattended(message)) uses.record({ username, by, id, address });
    },
  });
}
