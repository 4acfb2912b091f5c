"""Measures how late other programs are that do something at a time, on PostgreSQL. `Durable/Scripts/durable --peers` runs it.

    peers.py CONNECTION RATE SECONDS [PEER ...]

Jobs are due at an even rate. Lateness is the time from the due instant until the job starts, or, for the pollers and
pg_cron, until the transaction that fires the row is on disk.
"""

import asyncio
import datetime
import sys
import time

import psycopg


class Times:
    """Due instants, and how late each job was."""

    def __init__(self, rate, seconds, delay):
        self.begin = time.time() + delay
        self.rate = rate
        self.count = rate * seconds
        self.late = []
        self.all_done = asyncio.Event()

    def due(self, number):
        return self.begin + number / self.rate

    def note(self, number):
        self.late.append(time.time() - self.due(number))
        if len(self.late) >= self.count:
            self.all_done.set()

    async def wait(self):
        """Waits for the last job, for at most two minutes after the last was due."""
        end = self.due(self.count) + 120
        try:
            await asyncio.wait_for(self.all_done.wait(), max(1, end - time.time()))
        except TimeoutError:
            pass

    def report(self, name):
        late = sorted(self.late)
        if not late:
            print(f"{name}: no job has run", flush=True)
            return

        def part(share):
            return 1000 * late[min(len(late) - 1, int(len(late) * share))]

        print(
            f"{name} {self.count:,} at {self.rate:,}/s: p50 {part(0.5):.2f}, p99 {part(0.99):.2f}, max {part(1):.2f} ms, "
            f"early: {sum(value < 0 for value in late)}, missing: {self.count - len(late)}",
            flush=True,
        )


def moment(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)


TABLE = """
    DROP TABLE IF EXISTS polled;
    CREATE TABLE polled (number int PRIMARY KEY, due timestamptz NOT NULL, fired timestamptz);
    CREATE INDEX ON polled (due) WHERE fired IS NULL;
"""

FIRE = "UPDATE polled SET fired = clock_timestamp() WHERE due <= clock_timestamp() AND fired IS NULL"


async def make_rows(connection, times):
    await connection.execute(TABLE)
    async with connection.cursor() as cursor:
        async with cursor.copy("COPY polled (number, due) FROM STDIN") as copy:
            for number in range(times.count):
                await copy.write_row((number, moment(times.due(number))))
    await connection.commit()


async def poller(conninfo, rate, seconds, interval):
    times = Times(rate, seconds, 3)
    async with await psycopg.AsyncConnection.connect(conninfo) as connection:
        await make_rows(connection, times)
        while not times.all_done.is_set():
            await asyncio.sleep(interval)
            rows = await (await connection.execute(FIRE + " RETURNING number")).fetchall()
            await connection.commit()
            for (number,) in rows:
                times.note(number)
    return times


async def poller_second(conninfo, rate, seconds):
    return await poller(conninfo, rate, seconds, 1)


async def poller_50ms(conninfo, rate, seconds):
    return await poller(conninfo, rate, seconds, 0.05)


async def pg_cron(conninfo, rate, seconds):
    """The shortest interval that the installed version can have, which is a second since 1.5, and a minute before."""
    times = Times(rate, seconds, 3)
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        await make_rows(connection, times)
        await connection.execute("CREATE EXTENSION IF NOT EXISTS pg_cron")
        try:
            await connection.execute("SELECT cron.schedule('fire', '1 seconds', %s)", (FIRE,))
        except psycopg.Error:
            await connection.execute("SELECT cron.schedule('fire', '* * * * *', %s)", (FIRE,))
        while not times.all_done.is_set():
            await asyncio.sleep(0.2)
            rows = await (
                await connection.execute("SELECT extract(epoch FROM fired - due)::float8 FROM polled WHERE fired IS NOT NULL")
            ).fetchall()
            if len(rows) == times.count:
                times.late = [late for (late,) in rows]
                times.all_done.set()
        await connection.execute("SELECT cron.unschedule('fire')")
    return times


async def pgqueuer(conninfo, rate, seconds):
    import asyncpg
    from pgqueuer import PgQueuer
    from pgqueuer.db import AsyncpgDriver
    from pgqueuer.queries import Queries

    words = dict(word.split("=", 1) for word in conninfo.split())
    connection = await asyncpg.connect(host=words["host"], user=words["user"], database=words["dbname"])
    driver = AsyncpgDriver(connection)
    queries = Queries(driver)
    await queries.install()
    times = Times(rate, seconds, 5 + rate * seconds / 3000)
    # In batches, as its users are told to do.
    for start in range(0, times.count, 1000):
        numbers = range(start, min(times.count, start + 1000))
        await queries.enqueue(
            ["fire"] * len(numbers),
            [str(number).encode() for number in numbers],
            [0] * len(numbers),
            [datetime.timedelta(seconds=times.due(number) - time.time()) for number in numbers],
        )
    queuer = PgQueuer(driver)

    @queuer.entrypoint("fire")
    async def fire(job):
        times.note(int(job.payload))

    worker = asyncio.create_task(queuer.run(dequeue_timeout=datetime.timedelta(milliseconds=50), batch_size=100))
    await times.wait()
    queuer.shutdown.set()
    await asyncio.wait([worker], timeout=10)
    await connection.close()
    return times


async def procrastinate(conninfo, rate, seconds):
    from procrastinate import App, PsycopgConnector

    app = App(connector=PsycopgConnector(conninfo=conninfo))
    times = None

    @app.task(queue="fire")
    async def fire(number):
        times.note(number)

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        times = Times(rate, seconds, 5 + rate * seconds / 300)
        for number in range(times.count):
            await fire.configure(schedule_at=moment(times.due(number))).defer_async(number=number)
        worker = asyncio.create_task(
            app.run_worker_async(
                concurrency=100, fetch_job_polling_interval=0.05, wait=True, install_signal_handlers=False))
        await times.wait()
        worker.cancel()
        await asyncio.wait([worker], timeout=10)
    return times


apscheduler_times = None


async def apscheduler_fire(number):
    apscheduler_times.note(number)


async def apscheduler(conninfo, rate, seconds):
    from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    global apscheduler_times
    words = dict(word.split("=", 1) for word in conninfo.split())
    url = f"postgresql+psycopg://{words['user']}@/{words['dbname']}?host={words['host']}"
    scheduler = AsyncIOScheduler(jobstores={"default": SQLAlchemyJobStore(url=url)}, timezone=datetime.timezone.utc)
    scheduler.start(paused=True)
    apscheduler_times = Times(rate, seconds, 5 + rate * seconds / 300)
    for number in range(apscheduler_times.count):
        scheduler.add_job(
            apscheduler_fire, "date", run_date=moment(apscheduler_times.due(number)), args=[number],
            misfire_grace_time=None)
    scheduler.resume()
    await apscheduler_times.wait()
    scheduler.shutdown(wait=False)
    return apscheduler_times


PEERS = {
    "poller-1s": poller_second,
    "poller-50ms": poller_50ms,
    "pg_cron": pg_cron,
    "PgQueuer": pgqueuer,
    "procrastinate": procrastinate,
    "APScheduler": apscheduler,
}


async def main():
    conninfo, rate, seconds, *names = sys.argv[1:]
    for name in names or PEERS:
        try:
            times = await PEERS[name](conninfo, int(rate), int(seconds))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}", flush=True)
            continue
        times.report(name)


asyncio.run(main())
