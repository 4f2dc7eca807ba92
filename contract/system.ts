import * as z from 'zod/mini';
import { anyone, endpoint } from '#contract/endpoint.ts';

export const health = endpoint({
  call: 'GET /api/health',
  summary: '200 while the process is serving.',
  access: anyone,
  reply: z.strictObject({ status: z.literal('ok'), version: z.string() }),
  head: true,
});

export const ready = endpoint({
  call: 'GET /api/ready',
  summary: '200 when the database answers and migrations are in place, 503 while the process drains.',
  access: anyone,
  reply: z.strictObject({ status: z.literal('ready') }),
  head: true,
  errors: ['unavailable'],
});

export const openapi = endpoint({
  call: 'GET /api/openapi.json',
  summary: 'This document.',
  access: anyone,
  reply: z.any(),
  raw: 'application/json',
});

export const docs = endpoint({
  call: 'GET /api/docs',
  summary: 'This document as a page to read.',
  access: anyone,
  reply: z.any(),
  raw: 'text/html',
});
