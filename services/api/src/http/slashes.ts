import type { RequestHandler } from 'express';

/**
 * Counts slashes in a row as one: a client whose base address ends in a slash sends `//api/v1/…`. Ids are never written
 * with empty segments (compatibility.md, Identifiers).
 */
export const singleSlashes: RequestHandler = (request, _response, next) => {
  const { url } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  // an absolute address has two of them behind its scheme
  if (path.startsWith('/') && path.includes('//')) {
    const segments = path.split('/').filter((segment, index, all) => segment !== '' || index + 1 === all.length);
    request.url = `/${segments.join('/')}${url.slice(path.length)}`;
  }
  next();
};

/** The text of a path's parameter without the slash that clients may write behind it. */
export const withoutTrailingSlash = (rawId: string): string => (rawId.endsWith('/') ? rawId.slice(0, -1) : rawId);
