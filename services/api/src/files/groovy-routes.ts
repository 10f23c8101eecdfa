import { flag, optional } from '@slipway/api-schema/format';
import { productVersion } from '@slipway/api-schema/system';
import { exportGroovyTemplate, groovyZip, templatesAt } from '@slipway/application/files';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, type RouteRequest, route } from '../http/route.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { zipResponse } from './zip-response.ts';

const groovyQuery = z.object({
  exportTemplate: optional(flag).describe(
    'with its folder, triggers and teams, as a template, which it is without it; false: as a release',
  ),
});

type Request = RouteRequest<'templateId', z.output<typeof groovyQuery>, undefined>;

const renderGroovy = (deps: Deps, { caller, path, query: { exportTemplate = true } }: Request) =>
  exportGroovyTemplate(deps, caller, path.templateId, {
    asTemplate: exportTemplate,
    version: productVersion,
    date: new Date().toISOString(),
    from: templatesAt(deps.config.publicUrl ?? deps.config.contextRoot),
  });

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Templates in Groovy (rest-operations.md, dsl; file-formats.md, Groovy). */
export const groovyFiles: readonly Route[] = [
  route({
    method: 'GET',
    path: '/dsl/preview/{templateId}',
    name: 'previewTemplateInGroovy',
    summary: 'A template as a file in Groovy has it',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    query: groovyQuery,
    reply: 'bytes',
    answer: async (deps, request) => {
      const text = Buffer.from((await renderGroovy(deps, request)).text);
      return new StreamedAnswer({
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': text.length },
        bytes: () => singleChunk(text),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/dsl/export/{templateId}',
    name: 'exportTemplateInGroovy',
    summary: 'A zip with a template in Groovy, which import takes',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    query: groovyQuery,
    reply: 'bytes',
    answer: async (deps, request) => {
      const { name, bytes } = groovyZip(await renderGroovy(deps, request));
      return zipResponse(name, bytes);
    },
  }),
];
