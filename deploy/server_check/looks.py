"""All checks of a server, in the order in which one would fix what they find."""

from deploy.server_check import backups, database, kept_secrets, mail, nodes, paper, probe, proxy, two_redis
from deploy.server_check.finding import Look

LOOKS: dict[str, Look] = {
    "secrets": kept_secrets.look,
    "database": database.look,
    "redis": two_redis.look,
    "jobs": probe.look,
    "nodes": nodes.look,
    "proxy": proxy.look,
    "paper": paper.look,
    "backups": backups.look,
    "mail": mail.look,
}
