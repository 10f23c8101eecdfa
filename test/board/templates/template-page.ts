import type { Locator, Page } from 'playwright-core';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

export const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/** Returns the path of a template, or of one of its tasks. */
export const addressOf = ({ id }: Pick<Release, 'id'>, task?: string) =>
  `/templates/${lastSegmentOf(id)}${task ? `?task=${lastSegmentOf(task)}` : ''}`;

export const detached = { state: 'detached' } as const;

/** The link of a task in the flow of a template. */
export const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
export const drawerOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
/** A button of the open dialog. */
export const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
/** The button that opens the menu of a phase. */
export const phaseMenu = (page: Page, title: string) =>
  page.getByRole('button', { name: `Phase actions for ${title}`, exact: true });
/** The button that opens the menu of a task. */
export const taskMenu = (page: Page, title: string) =>
  page.getByRole('button', { name: `More actions for ${title}`, exact: true });

/** An item of the open menu. Its name may end with a shortcut. */
export const menuItem = (page: Page, name: string) =>
  page.locator('.menu:popover-open').getByRole('menuitem', { name });

/** Opens a menu, and chooses an item. */
export async function choose(menuButton: Locator, name: string): Promise<void> {
  await menuButton.click();
  await menuItem(menuButton.page(), name).click();
}

/** Saves the input, and waits until it is saved. */
export async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await button(page, 'Discard changes').waitFor(detached);
}

const types = `
  <type type="acme.Server" extends="configuration.HttpConnection"/>
  <type type="acme.Deploy" extends="rel.PythonScript" label="Deploy it">
    <property name="server" kind="ci" referenced-type="acme.Server" required="false"/>
    <property name="environment" description="Where to" required="false"/>
    <property name="region"/>
    <property name="count" kind="integer" required="false"/>
    <property name="dry" kind="boolean" required="false"/>
    <property name="at" kind="date" required="false"/>
    <property name="labels" kind="list_of_string" required="false"/>
    <property name="kinds" kind="set_of_string" required="false"/>
    <property name="options" kind="map_string_string" required="false"/>
    <property name="token" password="true" required="false"/>
    <property name="mode" kind="enum" required="false">
      <enum-values><value>fast</value><value>safe</value></enum-values>
    </property>
    <property name="address" category="output" required="false"/>
  </type>`;

/** Installs a plugin with a task type that has a property of each kind. */
export async function installDeploy(rest: RestClient): Promise<void> {
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(types),
    'acme/Deploy.py': "address = 'x'",
  };
  await rest.post('/plugins', fileForm(await jarOf(files)));
}
