import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContainerSpec, containerSpec, fixableParts, withFixedParts } from '@slipway/domain/containers';
import { asJson, type Json } from '@slipway/domain/model';
import type { PluginTypes } from '@slipway/plugins';

/** Returns the container of a task whose type fixes its parts. The configurations of the task are objects. */
export function containerOf(types: PluginTypes, typeName: string, properties: object): ContainerSpec {
  const type = types.get(typeName);
  if (type === undefined) throw new Error(`there is no type ${typeName}`);
  const defaultsOf = (names: readonly (typeof type.properties)[number][]): Readonly<Record<string, Json>> =>
    Object.fromEntries(names.map(({ name, defaultValue }) => [name, asJson(defaultValue)]));
  const isFixed = (name: string) => fixableParts.some((part) => part === name);
  const fixed = defaultsOf(type.properties.filter(({ name, hidden }) => hidden && isFixed(name)));
  const values = { ...defaultsOf(type.properties), image: 'tools/helm:3', ...asJson<Record<string, Json>>(properties) };
  return containerSpec(withFixedParts(values, fixed));
}

/** A container whose files are in a folder of this machine. */
export interface LocalContainer {
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Writes the files of a container to a new folder, so that its command runs on this machine. */
export function prepareLocally({ command, args, env, files }: ContainerSpec): LocalContainer {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-container-'));
  mkdirSync(join(folder, 'files'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'files', name), text);
  writeFileSync(join(folder, 'output'), '');
  const local = (part: string) => part.replace('/slipway/in/files', join(folder, 'files'));
  const [program = '', ...rest] = [...command, ...args].map(local);
  const own = { SLIPWAY_FILES: join(folder, 'files'), SLIPWAY_OUTPUT: join(folder, 'output'), TMPDIR: folder };
  return { folder, program, args: rest, env: { ...env, ...own } };
}
