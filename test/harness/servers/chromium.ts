import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach } from 'vitest';

const fullChromium = '/usr/bin/chromium';

/**
 * Chromium of Debian; tests download nothing. The headless shell needs a third of the processor time: 0.6 s instead of
 * 1.7 s from the login to the first view.
 */
const executable = ['/usr/bin/chromium-headless-shell', fullChromium].find((path) => existsSync(path));

/** Whether this machine has a browser. */
export const hasChromium = executable !== undefined;

/**
 * All tabs of a profile share one renderer process, which keeps its compiled scripts. Graphics and network run in the
 * process of the browser. Pages of tests end before the optimizing compiler pays off.
 */
const testFlags = [
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--js-flags=--no-opt',
];

/**
 * Starts a browser, which the caller closes. `isWhole` starts the full browser, for measurements. Throws Error if the
 * machine has no browser.
 */
export const launchBrowser = ({ isWhole = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: isWhole ? fullChromium : (executable ?? fullChromium),
    args: ['--no-sandbox', ...(isWhole ? [] : testFlags)],
    timeout: 600_000,
  });

/** A page with its script errors and policy violations, in order. */
export interface OpenPage {
  readonly page: Page;
  readonly pageErrors: readonly string[];
  /** Origins of all requests, each once. */
  readonly origins: ReadonlySet<string>;
  /** Opens another tab of the same browser. */
  openTab(): Promise<OpenPage>;
}

/** Whether a console error reports only the status of a response, which is not an error of the page. */
const isResponseStatus = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of/.test(text);

/** A shorter limit than that of the test, so that the error names the locator. */
const timeoutMs = 45_000 * Number(process.env.TEST_TIME_SCALE ?? '1');

let browserStart: Promise<Browser> | undefined;

/** Returns the browser that all test files in this process share. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  browserStart ??= launchBrowser();
  const browser = await browserStart;
  if (browser.isConnected()) return browser;
  browserStart = launchBrowser();
  return await browserStart;
}

/** A browser context, and a blank tab that keeps its renderer process running between tests. */
interface Profile {
  readonly context: BrowserContext;
  readonly anchor: Page;
  readonly idle: Profile[];
}

/** Profiles that no test uses, by their options. A new renderer process costs more than the first view of a page. */
const idleProfiles = new Map<string, Profile[]>();

async function acquireProfile(options: BrowserContextOptions): Promise<Profile> {
  const key = JSON.stringify(options);
  const idle = idleProfiles.get(key) ?? [];
  idleProfiles.set(key, idle);
  const profile = idle.pop();
  if (profile?.context.browser()?.isConnected()) return profile;
  // Transitions would cost frames, and each click would wait for them.
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(timeoutMs);
  const anchor = await context.newPage();
  await anchor.route('**', (route) => route.fulfill({ body: '' }));
  await anchor.goto('http://127.0.0.1/');
  return { context, anchor, idle };
}

/** Closes all tabs of a profile and deletes its cookies and stored values. */
async function releaseProfile(profile: Profile): Promise<void> {
  const { context, anchor, idle } = profile;
  if (!context.browser()?.isConnected()) return;
  const pages = context.pages().filter((page) => page !== anchor);
  const origins = new Set(pages.map((page) => new URL(page.url()).origin).filter((origin) => origin !== 'null'));
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
  await context.clearCookies();
  const devTools = await context.newCDPSession(anchor);
  for (const origin of origins) await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devTools.detach();
  // A test that sets the clock of one page sets it in all later pages of the profile. Only such a clock has a text of its own.
  const hasOwnClock = await anchor.evaluate("Object.hasOwn(Date, 'toString')");
  if (hasOwnClock) await context.close();
  else idle.push(profile);
}

/** Returns a function that opens a page without a login, in a profile that no other page of the test has. */
export function createPageOpener() {
  const profiles: Profile[] = [];
  afterEach(async () => {
    await Promise.all(profiles.splice(0).map(releaseProfile));
  });
  return async (options: BrowserContextOptions = {}): Promise<OpenPage> => {
    const profile = await acquireProfile(options);
    profiles.push(profile);
    const openTab = async (): Promise<OpenPage> => {
      const page = await profile.context.newPage();
      const pageErrors: string[] = [];
      const origins = new Set<string>();
      page.on('console', (message) => {
        if (message.type() === 'error' && !isResponseStatus(message.text())) pageErrors.push(message.text());
      });
      page.on('pageerror', (error) => pageErrors.push(error.message));
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      return { page, pageErrors, origins, openTab: openTab };
    };
    return await openTab();
  };
}
