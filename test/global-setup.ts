import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Connection, connectionConfig } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

/** How tests reach PostgreSQL: one cluster, a migrated template, and its two roles. */
export type Cluster = { owner: pg.ClientConfig; server: pg.ClientConfig; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster;
  }
}

/** Starts an embedded PostgreSQL, or uses the one at TEST_DATABASE_URL, and prepares the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place =
    process.env.TEST_DATABASE_URL === undefined ? await embedded() : external(process.env.TEST_DATABASE_URL);
  const { owner, server } = place;
  const template = `firstbell_template_${process.pid}`;
  await asOwner(owner, 'create database ' + template);
  await migrate({ ...owner, database: template } as Connection, String(server.user));
  project.provide('cluster', { owner, server, template });
  return async () => {
    await asOwner(owner, 'drop database if exists ' + template + ' with (force)');
    await place.stop();
  };
}

type Place = { owner: pg.ClientConfig; server: pg.ClientConfig; stop(): Promise<void> };

async function embedded(): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'firstbell-test-'));
  const cluster = await startEmbedded({ dataDir, durable: false });
  return {
    owner: cluster.connection('owner'),
    server: cluster.connection('server'),
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the cluster at this URL, whose role may create databases. A role `firstbell_server` with the same password
 * must exist.
 */
function external(url: string): Place {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const common = {
    host,
    port: Number(port || 5432),
    database: pathname.slice(1) || 'postgres',
    password: decodeURIComponent(password),
  };
  return {
    owner: { ...common, user: decodeURIComponent(username) },
    server: { ...common, user: 'firstbell_server' },
    stop: async () => {},
  };
}

async function asOwner(owner: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connectionConfig(owner as Connection));
  await client.connect();
  await client.query(statement);
  await client.end();
}
